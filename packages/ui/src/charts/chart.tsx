import { Box, chakra } from '@chakra-ui/react'
import { lazy, Suspense } from 'react'
import { PageLoader } from '../feedback/loading.tsx'
import { formatCount } from '../format/format.ts'
import { type Column, DataTable } from '../tables/data-table.tsx'
import type { ChartProps } from './chart-props.ts'

const ApexChart = lazy(async () => ({ default: (await import('./apex-chart.tsx')).ApexChart }))

// Overrides the theme's reset, which overrides the size that the library sets.
const chartText = {
  '& .apexcharts-text': { fontSize: '12px' },
  // Replaces the inline styles of tooltips, which the content security policy forbids.
  '& .chart-tooltip-line': { padding: '2px 10px' },
}

/** A chart and its figures as a table. Loads the library on first use. Shows all strings as text, never as HTML. */
export function Chart({ formatValue = formatCount, height = 320, ...props }: ChartProps) {
  const { label, categories, series, bands = [] } = props
  const between = (...limits: (number | undefined)[]) =>
    limits.every(Number.isFinite) ? limits.map((limit) => formatValue(limit ?? 0)).join(' – ') : '-'
  const figures = [
    ...series.map(({ name, data }) => ({ name, textAt: (at: number) => formatValue(data[at] ?? 0) })),
    ...bands.map(({ name, low, high }) => ({ name, textAt: (at: number) => between(low[at], high[at]) })),
  ]
  return (
    <div>
      <Box role="img" aria-label={label} minH={`${height}px`} css={chartText}>
        <Suspense fallback={<PageLoader text="Loading chart..." />}>
          <ApexChart {...props} height={height} formatValue={formatValue} />
        </Suspense>
      </Box>
      <chakra.details textStyle="sm" mt="2">
        <chakra.summary color="fg.muted" cursor="pointer" width="fit-content">
          Show as table
        </chakra.summary>
        <DataTable
          caption={label}
          rows={categories.map((name, index) => ({ name, index }))}
          rowKey={(row) => `${row.index}`}
          columns={[
            { header: 'Name', primary: true, cell: (row) => row.name },
            ...figures.map(({ name, textAt }): Column<{ index: number }> => {
              return { header: name, align: 'end', cell: ({ index }) => textAt(index) }
            }),
          ]}
        />
      </chakra.details>
    </div>
  )
}
