//! Files of JSON, and files of JSON lines that grow at their end and survive a kill in the middle of a line.

use anyhow::{Context, ensure};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::Path;

/// Opens a file of lines to add to its end. What a kill left of a line is cut off first, so that the
/// next line does not run into it.
///
/// # Errors
/// The file cannot be read or written.
pub fn append_to(path: &Path) -> anyhow::Result<File> {
    keep_lines(path, usize::MAX)?;
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.with_context(|| format!("cannot write {}", path.display()))
}

/// Adds a line of JSON to the end of a file.
///
/// # Errors
/// It cannot be written.
pub fn add_line(file: &mut File, value: &impl Serialize) -> anyhow::Result<()> {
    let mut line = serde_json::to_string(value)?;
    line.push('\n');
    file.write_all(line.as_bytes()).context("cannot write")
}

/// The lines of a file that were written to their end; none if there is no file.
///
/// # Errors
/// The file cannot be read, or is no text.
pub fn whole_text(path: &Path) -> anyhow::Result<String> {
    let mut bytes = match fs::read(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
        read => read.with_context(|| format!("cannot read {}", path.display()))?,
    };
    bytes.truncate(bytes.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1));
    String::from_utf8(bytes).with_context(|| format!("{} is no text", path.display()))
}

/// Reads the whole lines of a file of JSON lines; what a kill left of another, or what is being written
/// now, is left out.
///
/// # Errors
/// A line that is not JSON of this type, or the file cannot be read.
pub fn whole_lines<T: DeserializeOwned>(path: &Path) -> anyhow::Result<Vec<T>> {
    let text = whole_text(path)?;
    let read = |(i, line)| {
        serde_json::from_str(line).with_context(|| format!("{}: line {}", path.display(), i + 1))
    };
    text.lines().enumerate().map(read).collect()
}

/// The whole lines of a record with the numbers of their games, as the key `game` has them.
///
/// # Errors
/// There is no file, it cannot be read, or a line is no JSON.
pub fn numbered_lines(path: &Path) -> anyhow::Result<Vec<(u64, String)>> {
    let number = |(i, line): (usize, &str)| {
        let value: serde_json::Value = serde_json::from_str(line)
            .with_context(|| format!("{}: line {}", path.display(), i + 1))?;
        Ok((value["game"].as_u64().unwrap_or(0), line.to_string()))
    };
    ensure!(path.exists(), "there is no {}", path.display());
    whole_text(path)?.lines().enumerate().map(number).collect()
}

/// Cuts a file off after so many lines, and what a kill left of another in any case.
///
/// # Errors
/// The file cannot be read or written.
pub fn keep_lines(path: &Path, lines: usize) -> anyhow::Result<()> {
    let text = whole_text(path)?;
    let length: usize = text.split_inclusive('\n').take(lines).map(str::len).sum();
    if fs::metadata(path).is_ok_and(|data| data.len() > length as u64) {
        OpenOptions::new()
            .write(true)
            .open(path)
            .and_then(|file| file.set_len(length as u64))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// Reads a file of JSON.
///
/// # Errors
/// It cannot be read, or is not of this type.
pub fn read_json<T: DeserializeOwned>(path: &Path) -> anyhow::Result<T> {
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} cannot be read", path.display()))
}

/// Writes a file of JSON, whole or not at all.
///
/// # Errors
/// It cannot be written.
pub fn write_json(path: &Path, value: &impl Serialize) -> anyhow::Result<()> {
    write_whole(path, &(serde_json::to_string_pretty(value)? + "\n"))
}

/// Writes a file, whole or not at all.
///
/// # Errors
/// It cannot be written.
pub fn write_whole(path: &Path, content: impl AsRef<[u8]>) -> anyhow::Result<()> {
    let unfinished = path.with_extension("tmp");
    fs::write(&unfinished, content)
        .and_then(|()| fs::rename(&unfinished, path))
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Checks that a file of JSON, if it is there, may be replaced by this value; whether it has to be.
///
/// # Errors
/// It may not, or it cannot be read.
pub fn may_replace<T: DeserializeOwned + PartialEq>(
    path: &Path,
    value: &T,
    fits: &dyn Fn(&T) -> bool,
) -> anyhow::Result<bool> {
    if !path
        .try_exists()
        .with_context(|| format!("cannot read {}", path.display()))?
    {
        return Ok(true);
    }
    let old: T = read_json(path)?;
    ensure!(
        old == *value || fits(&old),
        "{} is of another run: use another folder, or the same options",
        path.display()
    );
    Ok(old != *value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_torn_last_line_is_neither_read_nor_run_into() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines");
        assert_eq!(whole_lines::<u64>(&path).unwrap(), Vec::<u64>::new());
        for torn in ["", "4", "{\"a\":", "\"\u{fc}"] {
            // A character may be torn too.
            let torn = &torn.as_bytes()[..torn.len().min(2)];
            fs::write(&path, [b"1\n2\n".as_slice(), torn].concat()).unwrap();
            assert_eq!(whole_lines::<u64>(&path).unwrap(), [1, 2]);
            add_line(&mut append_to(&path).unwrap(), &3).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), "1\n2\n3\n");
        }
        keep_lines(&path, 1).unwrap();
        assert_eq!(whole_lines::<u64>(&path).unwrap(), [1]);
        fs::write(&path, "1\nx\n").unwrap();
        let error = whole_lines::<u64>(&path).unwrap_err();
        assert!(format!("{error:#}").contains("line 2"), "{error:#}");
    }

    #[test]
    fn floats_come_back_to_the_last_bit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("floats");
        let mut rng = dunhuang::rng::Rng::from_seed(1);
        let bits = || f64::from_bits(rng.next_u64());
        let floats: Vec<f64> = std::iter::repeat_with(bits)
            .filter(|float| float.is_finite())
            .take(1000)
            .chain([13.537996238946542, 14.40505581302145, 0.1 + 0.2])
            .collect();
        let mut file = append_to(&path).unwrap();
        for float in &floats {
            add_line(&mut file, float).unwrap();
        }
        assert_eq!(whole_lines::<f64>(&path).unwrap(), floats);
    }

    #[test]
    fn what_cannot_be_read_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("value.json");
        assert!(may_replace(&path, &1, &|_| false).unwrap());
        write_json(&path, &1).unwrap();
        assert!(!may_replace(&path, &1, &|_| false).unwrap());
        assert!(may_replace(&path, &2, &|old| *old == 1).unwrap());
        assert!(may_replace(&path, &2, &|_| false).is_err());
        fs::write(&path, "{").unwrap();
        assert!(may_replace(&path, &1, &|_| true).is_err());
        assert!(may_replace(folder.path(), &1, &|_| true).is_err());
    }
}
