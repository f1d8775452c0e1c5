import { useRecommendations } from '../api.ts'
import { OutlookChart } from './outlook-chart.tsx'
import { RecommendationsPanel } from './recommendations-panel.tsx'

/**
 * Analytics' part of the dashboard. Without medicines it shows nothing: inventory's part says how to begin. Where climate
 * and demand fail, the prediction stays, and says so itself when it fails, too.
 */
export function DashboardPanel() {
  const { data, isError } = useRecommendations()
  if (isError && !data) return <OutlookChart />
  if (!data || data.medicineCount === 0) return null
  return (
    <>
      <OutlookChart />
      <RecommendationsPanel demand={data} />
    </>
  )
}
