import { Box } from '@mms/ui'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { PaperFormat } from './bill-paper.tsx'

const MM_PER_PX = 25.4 / 96
const MARGIN_MM = 4
const SHORTEST_MM = 60

/** Roll paper has no fixed page length, so the page ends below the last line. */
function pageOf(paper: PaperFormat, heightPx: number): string {
  if (paper === 'A5') return 'size: A5; margin: 10mm'
  const height = Math.max(SHORTEST_MM, Math.ceil(heightPx * MM_PER_PX) + 2 * MARGIN_MM + 1)
  return `size: 80mm ${height}mm; margin: ${MARGIN_MM}mm`
}

/** Hides everything else on the page, including frames around the paper. */
const onlyPaper = `
  body :not(:has([data-paper])):not([data-paper], [data-paper] *) { display: none !important }
  :has([data-paper]) { display: block !important; margin: 0 !important; padding: 0 !important; min-height: 0 !important }
  [data-paper] { height: auto !important; overflow: visible !important }
`

interface Props {
  paper: PaperFormat
  onPrinted: () => void
  children: ReactNode
}

export function PrintedPaper({ paper, onPrinted, children }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  // Keep the style until `afterprint`: some browsers draw the paper after `print` has returned.
  // biome-ignore lint/correctness/useExhaustiveDependencies: prints once
  useLayoutEffect(() => {
    const sheet = new CSSStyleSheet()
    const page = pageOf(paper, ref.current?.scrollHeight ?? 0)
    sheet.replaceSync(
      `@page { ${page}; @bottom-left { content: none } @bottom-right { content: none } } @media print { ${onlyPaper} }`,
    )
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    window.addEventListener('afterprint', onPrinted)
    window.print()
    return () => {
      window.removeEventListener('afterprint', onPrinted)
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    }
  }, [])
  return (
    <Box ref={ref} data-paper height="0" overflow="hidden" aria-hidden>
      {children}
    </Box>
  )
}
