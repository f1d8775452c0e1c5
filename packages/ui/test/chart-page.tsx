import { createRoot } from 'react-dom/client'
import { Chart, type ChartProps, UiProvider } from '../src/index.ts'

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
