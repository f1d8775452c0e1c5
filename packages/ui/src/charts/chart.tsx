import { Box, chakra } from '@chakra-ui/react'
import { lazy, Suspense } from 'react'
import { PageLoader } from '../feedback/loading.tsx'
import { formatCount } from '../format/format.ts'
import { DataTable } from '../tables/data-table.tsx'
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
  const between = (low: number, high: number) =>
    Number.isFinite(low) && Number.isFinite(high) ? `${formatValue(low)} – ${formatValue(high)}` : '-'
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
            ...series.map(({ name, data }) => ({
              header: name,
              align: 'end' as const,
              cell: (row: { index: number }) => formatValue(data[row.index] ?? 0),
            })),
            ...bands.map(({ name, low, high }) => ({
              header: name,
              align: 'end' as const,
              cell: ({ index }: { index: number }) =>
                between(low[index] ?? Number.NaN, high[index] ?? Number.NaN),
            })),
          ]}
        />
      </chakra.details>
    </div>
  )
}
