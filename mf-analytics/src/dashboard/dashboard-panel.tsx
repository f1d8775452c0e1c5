import { useRecommendations } from '../demand/api.ts'
import { OutlookChart } from './outlook-chart.tsx'
import { RecommendationsPanel } from './recommendations-panel.tsx'

/**
 * Without medicines it renders nothing, because inventory explains how to start. The prediction stays if
 * climate and demand fail.
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
