import { Stack } from '@mms/ui'
import { useClimateDemand } from '../api.ts'
import { OutlookChart } from './outlook-chart.tsx'
import { RecommendationsPanel } from './recommendations-panel.tsx'

/** Analytics' part of the dashboard. Without medicines it shows nothing: inventory's part says how to begin. */
export function DashboardPanel() {
  const { data, isError } = useClimateDemand()
  // Only logged, as the specification says: the dashboard has more to show than a prediction.
  if (isError || !data || data.predictions.length === 0) return null
  return (
    <Stack gap="6">
      <OutlookChart />
      <RecommendationsPanel demand={data} />
    </Stack>
  )
}
