import { Link, oneOf, useSearchParams } from '@mms/sdk'
import { Box, PageTabs, Stack } from '@mms/ui'
import type { ReactNode } from 'react'
import * as words from '../words/reports.ts'

/** Hides a tab but keeps its layout: charts need a width to draw, and printing shows all tabs. */
const offStage = {
  position: 'absolute',
  insetInline: '0',
  height: '0',
  overflow: 'hidden',
  visibility: 'hidden',
  _print: { position: 'static', height: 'auto', visibility: 'visible', mt: '4' },
} as const

/** The address holds the tab, so that a reload or a link keeps it. The first tab needs no parameter. */
export function ReportTabs({ contents }: { contents: Record<string, ReactNode> }) {
  const [params] = useSearchParams()
  const names = Object.keys(contents)
  const wordOf = (name: string) => name.toLowerCase()
  const shown = oneOf(names.map(wordOf))(params.get('tab') ?? '') || wordOf(names[0] ?? '')
  return (
    <Box position="relative">
      <PageTabs label={words.report}>
        {names.map((name) => {
          const search = new URLSearchParams(params)
          search.set('tab', wordOf(name))
          return (
            <Link
              key={name}
              to={{ search: `${search}` }}
              aria-current={wordOf(name) === shown ? 'page' : undefined}
            >
              {name}
            </Link>
          )
        })}
      </PageTabs>
      {names.map((name) => (
        <Stack key={name} gap="4" css={wordOf(name) === shown ? {} : offStage}>
          {contents[name]}
        </Stack>
      ))}
    </Box>
  )
}
