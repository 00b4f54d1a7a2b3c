#!/usr/bin/env python3
"""Opens HTML files in headless Chromium and checks that they stand on their own.

usage: check.py [--screenshots FOLDER] FILE...

For each file, 390 and 1280 pixels wide, in light and dark: no console message of an error, no request but
for the file itself, nothing wider than the screen. Exit code 0: all is well; 1: something is wrong, named
on stdout; 77: there is no Chromium and it cannot be installed.
"""

import base64
import json
import os
import pathlib
import select
import shutil
import subprocess
import sys
import tempfile
import time

WIDTHS = (390, 1280)
PATIENCE = 60


def browser():
    """The program, installed first if it is missing."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if shutil.which(name):
            return name
    if shutil.which("apt-get") and os.geteuid() == 0:
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run(["apt-get", "update"], **quiet)
        subprocess.run(["apt-get", "install", "-y", "--no-install-recommends", "chromium"], **quiet)
    return shutil.which("chromium")


class Page:
    """A tab, driven over DevTools' pipe: messages of JSON that end in a zero byte."""

    def __init__(self, program, profile):
        to_read, self.writes = os.pipe()
        self.reads, to_write = os.pipe()
        line = (
            f'exec "$0" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run '
            f'--disable-background-networking --user-data-dir="$1" --remote-debugging-pipe about:blank '
            f"3<&{to_read} 4>&{to_write}"
        )
        self.process = subprocess.Popen(
            ["bash", "-c", line, program, profile],
            pass_fds=(to_read, to_write),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_read)
        os.close(to_write)
        self.buffer, self.number, self.events, self.session = b"", 0, [], None
        targets = self.ask("Target.getTargets")["targetInfos"]
        page = next(t for t in targets if t["type"] == "page")
        attached = self.ask("Target.attachToTarget", targetId=page["targetId"], flatten=True)
        self.session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")

    def message(self, until):
        while b"\0" not in self.buffer:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self.reads], [], [], left)[0]:
                raise TimeoutError("Chromium does not answer")
            read = os.read(self.reads, 1 << 16)
            if not read:
                raise EOFError("Chromium has ended")
            self.buffer += read
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def ask(self, method, **params):
        self.number += 1
        call = {"id": self.number, "method": method, "params": params}
        if self.session:
            call["sessionId"] = self.session
        os.write(self.writes, json.dumps(call).encode() + b"\0")
        until = time.monotonic() + PATIENCE
        while True:
            got = self.message(until)
            if got.get("id") == self.number:
                if "error" in got:
                    raise RuntimeError(f"{method}: {got['error']}")
                return got["result"]
            self.events.append(got)

    def wait_for(self, method):
        until = time.monotonic() + PATIENCE
        while not any(e.get("method") == method for e in self.events):
            self.events.append(self.message(until))

    def value(self, expression):
        return self.ask("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")

    def close(self):
        try:
            self.session = None
            self.ask("Browser.close")
        except (OSError, RuntimeError, EOFError, TimeoutError):
            pass
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()


def complaints(events, address):
    for event in events:
        method, params = event.get("method"), event.get("params", {})
        if method == "Runtime.exceptionThrown":
            yield f"exception: {params['exceptionDetails'].get('text')}"
        if method == "Runtime.consoleAPICalled" and params["type"] in ("error", "assert"):
            yield f"console: {params['args']}"
        if method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            yield f"log: {params['entry']['text']}"
        if method == "Network.requestWillBeSent":
            url = params["request"]["url"]
            if url != address and not url.startswith("data:"):
                yield f"request: {url}"


WIDEST = """(() => {
  const wide = document.documentElement.clientWidth;
  const inside = e => { for (let p = e.parentElement; p; p = p.parentElement) if (p.matches('.table')) return true; return false; };
  const out = [...document.querySelectorAll('body *')].filter(e => !inside(e) && e.getBoundingClientRect().right > wide + 1);
  return document.documentElement.scrollWidth > wide || out.length
    ? `${document.documentElement.scrollWidth} > ${wide}: ${out.slice(0, 3).map(e => e.tagName + '.' + (e.className.baseVal ?? e.className))}` : '';
})()"""


def check(page, file, folder):
    address = pathlib.Path(file).resolve().as_uri()
    for width in WIDTHS:
        for scheme in ("light", "dark"):
            page.ask("Emulation.setDeviceMetricsOverride", width=width, height=844, deviceScaleFactor=1, mobile=False)
            page.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            page.events.clear()
            page.ask("Page.navigate", url=address)
            page.wait_for("Page.loadEventFired")
            overflow = page.value(WIDEST)
            where = f"{file} at {width} px, {scheme}"
            if overflow is None:
                yield f"{where}: the page cannot be measured"
            elif overflow:
                yield f"{where}: wider than the screen: {overflow}"
            if not page.value("document.querySelectorAll('svg').length > 0 && document.body.innerText.length > 100"):
                yield f"{where}: no picture or no text"
            for text in complaints(page.events, address):
                yield f"{where}: {text}"
            if folder:
                shot = page.ask("Page.captureScreenshot", format="png", captureBeyondViewport=True)
                name = f"{pathlib.Path(file).stem}-{width}-{scheme}.png"
                (pathlib.Path(folder) / name).write_bytes(base64.b64decode(shot["data"]))


def main():
    files, folder = sys.argv[1:], None
    if files[:1] == ["--screenshots"]:
        folder, files = files[1], files[2:]
        os.makedirs(folder, exist_ok=True)
    program = browser()
    if not program:
        print("skipped: there is no Chromium here and it cannot be installed")
        return 77
    wrong = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        page = Page(program, profile)
        try:
            for file in files:
                wrong += check(page, file, folder)
        finally:
            page.close()
    for line in wrong:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
