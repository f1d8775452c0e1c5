import { createRoot } from 'react-dom/client'
import { Chart } from '../src/charts/chart.tsx'
import type { ChartProps } from '../src/charts/chart-props.ts'
import { UiProvider } from '../src/theme/ui-provider.tsx'

declare global {
  var chart: ChartProps
  var nonce: string
}

/** The page that the chart's browser test opens; the test writes `chart` and `nonce` before. */
createRoot(document.body.appendChild(document.createElement('div'))).render(
  <UiProvider nonce={globalThis.nonce}>
    <Chart {...globalThis.chart} />
  </UiProvider>,
)
