import { system } from './system.ts'

function restyle(): void {
  const everything = new CSSStyleSheet()
  everything.replaceSync('* { --restyled: 1 }')
  const others = [...document.adoptedStyleSheets]
  document.adoptedStyleSheets = [...others, everything]
  // Reading a size forces style and layout before the rule is removed.
  void document.documentElement.offsetWidth
  document.adoptedStyleSheets = others
}

/**
 * Works around a Chromium bug (seen in 156): elements keep old styles if a rule is added between a resize and
 * the next styling. A phone turned while a page loads would keep the desktop's columns. Returns the function
 * that stops it.
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
