//! A page: headings, text, pictures and tables in one HTML file.

use super::markup::Markup;
use super::table::Table;

/// What a page looks like: light or dark as the reader has it, one column on a phone, black on white in
/// print. Colours are named once; pictures take theirs by class.
const STYLE: &str = "\
:root{color-scheme:light dark;--page:#fdfdfb;--ink:#1c1c1c;--soft:#5a5a5a;--edge:#d8d5cd;--wood:#e8c98f;--line:#5b4420;--grid:#dddad2;--stripe:#f4f2ec}\
@media (prefers-color-scheme:dark){:root{--page:#17181a;--ink:#e9e7e2;--soft:#aaa69c;--edge:#3a3b3e;--wood:#b08d57;--line:#2c1f0b;--grid:#3a3b3e;--stripe:#1f2023}}\
@media print{:root{color-scheme:light;--page:#fff;--ink:#000;--soft:#333;--edge:#999;--wood:#f3e3c3;--line:#5b4420;--grid:#ccc;--stripe:#fff}}\
*{box-sizing:border-box}\
body{margin:0 auto;padding:1rem;max-width:64rem;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}\
h1{font-size:1.6rem;line-height:1.2}h2{font-size:1.25rem;margin-top:2.2rem;border-bottom:1px solid var(--edge)}h3{font-size:1.05rem}\
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,17rem),1fr));gap:1rem;margin:1rem 0}\
.charts{grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr))}\
figure{margin:0;break-inside:avoid}figcaption{color:var(--soft);font-size:.9rem;margin-top:.3rem}\
figure svg{display:block;width:100%;height:auto;max-width:30rem}\
.alone{margin:1rem 0}\
.table{overflow-x:auto;margin:1rem 0}table{border-collapse:collapse;font-size:.92rem}\
caption{text-align:left;color:var(--soft);padding-bottom:.3rem}\
th,td{padding:.25rem .6rem;border-bottom:1px solid var(--edge);vertical-align:top;overflow-wrap:normal}\
th{text-align:left}.short{white-space:nowrap}th.short,th.number{white-space:normal;vertical-align:bottom}.long{min-width:9rem}.number{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}\
tbody tr:nth-child(even){background:var(--stripe)}tr{break-inside:avoid}h1,h2,h3{break-after:avoid}\
.wood{fill:var(--wood)}.line{stroke:var(--line)}.star,.coordinate{fill:var(--line)}\
.word{fill:var(--ink);stroke:var(--page);stroke-width:3px;paint-order:stroke}.grid{stroke:var(--grid)}.axis{stroke:var(--soft)}\
a{color:inherit}.note{color:var(--soft);font-size:.9rem}";

/// What only charts have.
const CHART: &str = "class=\"chart\"";

/// A page being written. Text is escaped; only pictures made by this module are taken as they are.
#[derive(Clone, Debug)]
pub struct Page {
    title: String,
    body: Markup,
    pictures: Vec<String>,
}

impl Page {
    /// A page with its title as heading.
    pub fn new(title: &str) -> Page {
        let mut body = Markup::new();
        body.element("h1", &[], title);
        Page {
            title: title.into(),
            body,
            pictures: Vec::new(),
        }
    }

    /// Starts a part.
    pub fn heading(&mut self, text: &str) {
        self.body.element("h2", &[], text);
    }

    /// Starts a part of a part.
    pub fn subheading(&mut self, text: &str) {
        self.body.element("h3", &[], text);
    }

    /// A paragraph.
    pub fn paragraph(&mut self, text: &str) {
        self.body.element("p", &[], text);
    }

    /// A remark in small print.
    pub fn note(&mut self, text: &str) {
        self.body.element("p", &[("class", &"note")], text);
    }

    /// Points one below the other; nothing if there are none.
    pub fn list<T: AsRef<str>>(&mut self, items: impl IntoIterator<Item = T>) {
        let mut items = items.into_iter().peekable();
        if items.peek().is_none() {
            return;
        }
        self.body.open("ul", &[]);
        for item in items {
            self.body.element("li", &[], item.as_ref());
        }
        self.body.close("ul");
    }

    /// A table; on a narrow screen it scrolls by itself.
    pub fn table(&mut self, table: &Table) {
        table.write(&mut self.body);
    }

    /// A picture, as `to_svg` of a diagram or chart gives it, with its caption.
    pub fn figure(&mut self, svg: &str, caption: &str) {
        self.body.open("div", &[("class", &"alone")]);
        self.one(svg, caption);
        self.body.close("div");
    }

    /// Pictures side by side where there is room; charts need more of it, or their words become too small.
    pub fn figures(&mut self, pictures: &[(String, String)]) {
        let charts = pictures.iter().any(|(svg, _)| svg.contains(CHART));
        let class = if charts { "figures charts" } else { "figures" };
        self.body.open("div", &[("class", &class)]);
        for (svg, caption) in pictures {
            self.one(svg, caption);
        }
        self.body.close("div");
    }

    fn one(&mut self, svg: &str, caption: &str) {
        self.body.open("figure", &[]);
        self.body.raw(svg);
        self.body.element("figcaption", &[], caption);
        self.body.close("figure");
        if !svg.is_empty() {
            self.pictures.push(svg.into());
        }
    }

    /// Every picture of the page, as SVG, in order, with a name that can be part of a file's name: its number
    /// and its title, as in `03-fair-komi`.
    pub fn pictures(&self) -> Vec<(String, &str)> {
        let numbered = (1..).zip(&self.pictures);
        numbered
            .map(|(number, svg)| {
                let title = svg.split_once("<title>");
                let title = title.and_then(|(_, rest)| rest.split("</title>").next());
                let name = format!("{number:02}-{}", plain_name(title.unwrap_or_default()));
                (name.trim_end_matches('-').to_string(), svg.as_str())
            })
            .collect()
    }

    /// Links to the files that hold the numbers, by their names in the same folder.
    pub fn data(&mut self, files: &[String]) {
        self.body.open("p", &[("class", &"note")]);
        self.body.text("The numbers: ");
        for (i, file) in files.iter().enumerate() {
            if i > 0 {
                self.body.text(", ");
            }
            let link = format!("./{}", encoded(file));
            self.body.open("a", &[("href", &link)]);
            self.body.text(file);
            self.body.raw("</a>");
        }
        self.body.close("p");
    }

    /// The whole file.
    pub fn to_html(&self) -> String {
        let mut html = Markup::new();
        html.raw("<!DOCTYPE html>\n");
        html.open("html", &[("lang", &"en")]);
        html.open("head", &[]);
        html.raw("<meta charset=\"utf-8\">\n");
        html.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        // Whatever a page held, it could fetch and run nothing.
        html.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\n");
        // Browsers ask a server for an icon unless told that there is none.
        html.raw("<link rel=\"icon\" href=\"data:,\">\n");
        html.element("title", &[], &self.title);
        html.raw("<style>");
        html.raw(STYLE);
        html.raw("</style>\n");
        html.close("head");
        html.open("body", &[]);
        html.raw(&self.body.clone().into_string());
        html.close("body");
        html.close("html");
        html.into_string()
    }
}

/// Names are no longer than so many characters.
const LONGEST_NAME: usize = 60;

/// A text in small letters and digits, all else as single dashes.
fn plain_name(text: &str) -> String {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let name = words.join("-").to_ascii_lowercase();
    name.chars().take(LONGEST_NAME).collect()
}

/// A file name as part of an address.
fn encoded(name: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-_.~".contains(&b);
    name.bytes()
        .map(|b| match plain(b) {
            true => char::from(b).to_string(),
            false => format!("%{b:02X}"),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Color;
    use crate::point::Size;
    use crate::report::{Diagram, LineChart, Mark, Sample, Series};

    /// Whatever text comes in, tags are closed in order and no text becomes a tag.
    #[test]
    fn pages_are_well_formed() {
        let mut page = Page::new("<b>\"T\" & x</b>");
        page.heading("<script>alert(1)</script>");
        page.list(["<i>"]);
        page.data(&["a b<.csv".into()]);
        let mut diagram = Diagram::new(Size::new(19, 2).unwrap(), "\"><script>");
        for (rank, point) in diagram_points().into_iter().enumerate() {
            let mark = match rank % 8 {
                0 => Mark::Label("<a>".into()),
                1 => Mark::Ring,
                2 => Mark::Owner(f32::NAN),
                3 => Mark::Shift(-5.0),
                4 => Mark::Share(f64::NAN),
                5 => Mark::Path(Color::White),
                6 => Mark::Eye(Color::Black),
                _ => Mark::Cross,
            };
            diagram = diagram.mark(point, mark);
        }
        page.figure(&diagram.to_svg(), "<u>");
        let sample = |x: f64| Sample {
            x,
            y: x * f64::NAN,
            error: f64::INFINITY,
        };
        let chart = LineChart {
            title: "<".into(),
            x_label: ">".into(),
            y_label: "&".into(),
            y_range: None,
            base: Some(f64::NAN),
            series: vec![Series {
                name: "</svg>".into(),
                samples: vec![sample(0.0), sample(1.0)],
            }],
        };
        page.figure(&chart.to_svg(), "");
        let html = page.to_html();
        assert!(!html.contains("<script") && !html.contains("NaN"), "{html}");
        let mut open = Vec::new();
        for tag in html.split('<').skip(1).filter_map(|t| t.split('>').next()) {
            let name = tag.split([' ', '/']).next().unwrap();
            if let Some(name) = tag.strip_prefix('/') {
                assert_eq!(open.pop(), Some(name), "{html}");
            } else if !tag.ends_with('/') && !["!DOCTYPE", "meta", "link"].contains(&name) {
                open.push(name);
            }
        }
        assert!(open.is_empty());
    }

    fn diagram_points() -> Vec<crate::point::Point> {
        Size::new(19, 2).unwrap().points().collect()
    }
}
