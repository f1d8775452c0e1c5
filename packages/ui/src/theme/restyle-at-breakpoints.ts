import { system } from './system.ts'

/** Makes the browser restyle every element of the document at once. */
function restyle(): void {
  const everything = new CSSStyleSheet()
  everything.replaceSync('* { --restyled: 1 }')
  const others = [...document.adoptedStyleSheets]
  document.adoptedStyleSheets = [...others, everything]
  // Reading a size makes the browser style and lay out what is there now, before the rule goes again.
  void document.documentElement.offsetWidth
  document.adoptedStyleSheets = others
}

/**
 * Keeps the page that of the window's width; returns what ends it.
 *
 * Chromium (seen in 156) leaves elements as they were when a rule is added to a style sheet between a change of the
 * width and the next styling, and every part of a page that appears adds rules: a phone that is turned while a page comes
 * would keep the desk's columns until it is loaded again.
 */
export function restyleAtBreakpoints(): () => void {
  const queries = system.breakpoints.values.flatMap(
    ({ min }) => window.matchMedia?.(`(min-width: ${min})`) ?? [],
  )
  for (const query of queries) query.addEventListener('change', restyle)
  return () => {
    for (const query of queries) query.removeEventListener('change', restyle)
  }
}
