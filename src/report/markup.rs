//! Writing XML: elements, attributes, escaped text. HTML and SVG are written by the same few calls, so a
//! writer of our own is shorter than two libraries and always gives the same bytes.

use std::fmt::Display;

/// Markup being written. What is passed as text or attribute is escaped.
#[derive(Clone, Debug, Default)]
pub(super) struct Markup(String);

/// Attributes: names and values.
pub(super) type Attributes<'a> = &'a [(&'a str, &'a dyn Display)];

impl Markup {
    pub fn new() -> Markup {
        Markup::default()
    }

    fn start(&mut self, tag: &str, attributes: Attributes) {
        self.0 += "<";
        self.0 += tag;
        for (name, value) in attributes {
            self.0 += " ";
            self.0 += name;
            self.0 += "=\"";
            self.escaped(&value.to_string());
            self.0 += "\"";
        }
    }

    /// An opening tag; [`Markup::close`] ends it.
    pub fn open(&mut self, tag: &str, attributes: Attributes) {
        self.start(tag, attributes);
        self.0 += ">";
    }

    pub fn close(&mut self, tag: &str) {
        self.0 += "</";
        self.0 += tag;
        self.0 += ">\n";
    }

    /// An element without content.
    pub fn empty(&mut self, tag: &str, attributes: Attributes) {
        self.start(tag, attributes);
        self.0 += "/>\n";
    }

    /// An element that holds text alone.
    pub fn element(&mut self, tag: &str, attributes: Attributes, text: &str) {
        self.open(tag, attributes);
        self.text(text);
        self.close(tag);
    }

    pub fn text(&mut self, text: &str) {
        self.escaped(text);
    }

    /// Markup as it is.
    pub fn raw(&mut self, markup: &str) {
        self.0 += markup;
    }

    fn escaped(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '<' => self.0 += "&lt;",
                '>' => self.0 += "&gt;",
                '&' => self.0 += "&amp;",
                '"' => self.0 += "&quot;",
                // No XML may hold these.
                '\0'..='\x08' | '\x0b'..='\x1f' | '\u{fffe}' | '\u{ffff}' => {
                    self.0.push('\u{fffd}');
                }
                c => self.0.push(c),
            }
        }
    }

    pub fn into_string(self) -> String {
        self.0
    }
}

/// An SVG picture in which to draw; [`finish`] ends it. `title` is what a screen reader says.
pub(super) fn picture(width: f64, height: f64, kind: &str, title: &str) -> Markup {
    let mut svg = Markup::new();
    let view = format!("0 0 {} {}", short(width), short(height));
    svg.open(
        "svg",
        &[
            ("xmlns", &"http://www.w3.org/2000/svg"),
            ("class", &kind),
            ("viewBox", &view),
            ("width", &short(width)),
            ("height", &short(height)),
            ("role", &"img"),
            ("aria-label", &title),
            ("font-family", &"sans-serif"),
        ],
    );
    svg
}

pub(super) fn finish(mut svg: Markup) -> String {
    svg.close("svg");
    svg.into_string()
}

/// A number in at most two decimals, without useless zeros.
pub(super) fn short(number: f64) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "-0" | "" => "0".into(),
        text => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_become_markup() {
        let mut m = Markup::new();
        m.element("p", &[("title", &"a\"b<c")], "<script>&\u{1}\n");
        assert_eq!(
            m.into_string(),
            "<p title=\"a&quot;b&lt;c\">&lt;script&gt;&amp;\u{fffd}\n</p>\n"
        );
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [1.0, 0.25, -0.001, 10.5, 100.0].map(short),
            ["1", "0.25", "0", "10.5", "100"]
        );
    }
}
