"""How a par sheet is set as PDF: on Letter, in the serif that comes with typst."""

from typing import Final

FAMILY: Final = "Libertinus Serif"

STYLE: Final = """
#let felt = rgb("#0f4a43")
#let brass = rgb("#b3975a")
#let bronze = rgb("#7c6330")
#let quiet = rgb("#55605d")
#let faint = rgb("#dedace")

#let sheet(name, hash, operator, body) = {
  let small = text.with(size: 8pt, fill: quiet)
  set page(
    paper: "us-letter",
    margin: (x: 21mm, top: 23mm, bottom: 21mm),
    header: context if counter(page).get().first() > 1 {
      small[#name #h(1fr) Rules hash #hash.slice(0, 16)…]
      v(-5pt)
      line(length: 100%, stroke: 0.5pt + brass)
    },
    footer: context small[
      Par sheet #h(1fr) page #counter(page).display() of #counter(page).final().first()
    ],
  )
  set text(font: "Libertinus Serif", size: 10pt, lang: "en", fallback: true,
    number-type: "lining", number-width: "tabular", fill: rgb("#1d2327"))
  set par(leading: 0.58em, spacing: 0.9em)
  set heading(numbering: "1")
  show raw: set text(font: "DejaVu Sans Mono", size: 7.4pt)
  show heading.where(level: 1): it => block(
    above: 22pt, below: 11pt, width: 100%, sticky: true, stroke: (bottom: 0.6pt + brass),
    inset: (bottom: 4pt),
    text(size: 15pt, fill: felt, weight: "semibold")[
      #text(fill: bronze, counter(heading).display()) #h(0.3em) #it.body
    ],
  )
  show heading.where(level: 2): it => block(
    above: 0pt, below: 4pt, sticky: true,
    text(size: 11.5pt, fill: felt, weight: "semibold", it.body),
  )
  body
}

#let opening(name, facts) = {
  text(size: 9.5pt, weight: "semibold", fill: bronze, tracking: 0.16em, upper[Par sheet])
  show title: set text(size: 28pt, weight: "semibold", fill: felt)
  show title: set block(above: 9pt, below: 17pt)
  title(name)
  grid(
    columns: (24mm, 1fr), row-gutter: 6pt,
    ..facts.map(((name, value)) => (text(fill: quiet, name), value)).flatten(),
  )
  v(3pt)
  line(length: 100%, stroke: 1.6pt + brass)
  v(1pt)
  context {
    let parts = query(heading.where(level: 1))
    let half = calc.ceil(parts.len() / 2)
    let entry(at) = link(parts.at(at).location(), grid(
      columns: (6mm, 1fr, auto),
      text(fill: bronze, str(at + 1)), parts.at(at).body,
      str(counter(page).at(parts.at(at).location()).first()),
    ))
    set text(size: 9pt)
    grid(
      columns: (1fr, 1fr), column-gutter: 14mm,
      stack(spacing: 5.5pt, ..range(half).map(entry)),
      stack(spacing: 5.5pt, ..range(half, parts.len()).map(entry)),
    )
  }
}

#let part(key, name, new: false) = {
  if new { pagebreak(weak: true) }
  [#heading(level: 1, name) #label(key)]
}

#let words(stays, body) = block(below: 10pt, sticky: stays, body)
#let note(stays, body) = {
  v(-7pt)
  block(above: 0pt, below: 14pt, sticky: stays, text(size: 8.8pt, fill: quiet, body))
}
#let exact(body) = {
  let size = if body.len() > 40 and "/" in body { 6pt } else { 7.4pt }
  text(font: "DejaVu Sans Mono", size: size, fill: quiet, body)
}
#let cited(body) = text(size: 8pt, fill: quiet, body)

#let keys(figures) = block(
  width: 100%, stroke: 0.7pt + brass, above: 4pt, below: 16pt, breakable: false,
  grid(
    columns: (1fr,) * figures.len(), inset: (x: 10pt, y: 9pt),
    stroke: (x, y) => if x > 0 { (left: 0.5pt + faint) },
    ..figures.map(((figure, name, share)) => stack(spacing: 5.5pt,
      text(size: 9pt, fill: quiet, name),
      text(size: 17pt, weight: "semibold", fill: felt, figure),
      text(size: 8pt, fill: quiet, share))),
  ),
)

#let figures(name, said, rows, columns: (), right: (), names: (), total: false, short: true,
  small: false, stays: false) = {
  let head = names.any(name => name != "")
  let size = if small { 8.6pt } else { 9.6pt }
  let last(at) = total and at == rows.len() - 1
  block(breakable: not short, sticky: stays, width: 100%, above: 14pt, below: 14pt, {
    if name != "" { heading(level: 2, outlined: false, bookmarked: true, name) }
    if said != "" {
      block(above: 0pt, below: 6pt, sticky: true, text(size: 8.8pt, fill: quiet, said))
    }
    set text(size: size)
    set par(leading: 0.45em)
    table(
      columns: columns,
      align: (x, y) => {
        (if right.at(x) { std.right } else { left }) + (if head and y == 0 { bottom } else { top })
      },
      inset: (x, y) => (
        left: if x == 0 { 0pt } else { 5pt },
        right: if x == columns.len() - 1 { 0pt } else { 5pt },
        y: if small { 2.1pt } else { 3.7pt },
      ),
      stroke: none,
      ..if head or name != "" { (table.hline(stroke: 0.6pt + brass),) },
      ..if head {
        (table.header(
          ..names.map(name => text(size: 8pt, fill: quiet, weight: "semibold", name)),
          table.hline(stroke: 0.6pt + brass),
        ),)
      },
      ..rows.enumerate().map(((at, row)) => (
        ..if at > 0 and not last(at) { (table.hline(stroke: 0.4pt + faint),) },
        ..if not last(at) { row },
      )).flatten(),
      ..if total {
        (table.footer(
          repeat: false,
          table.hline(stroke: 0.6pt + brass),
          ..rows.last().map(strong),
        ),)
      },
      table.hline(stroke: 0.6pt + brass),
    )
  })
}

#let plot(name, svg, alt, said) = block(
  breakable: false, above: 8pt, below: 12pt, width: 100%, {
    image(svg, format: "svg", alt: alt, width: if name == "first" { 166mm } else { 100% })
    block(above: 5pt, text(size: 8.8pt, fill: quiet, said))
  },
)

#let listing(body) = block(
  stroke: (left: 1pt + brass), inset: (left: 9pt), above: 6pt, below: 8pt,
  raw(body, block: true),
)
"""
