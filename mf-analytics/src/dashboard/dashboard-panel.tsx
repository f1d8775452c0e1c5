import { type ClimateDemand, type ClimatePrediction, RECOMMENDED, recommendedOf } from '@mms/contracts'
import { Link } from '@mms/sdk'
import { Badge, Card, Flex, formatCount, Stack, Text, TextLink } from '@mms/ui'
import { climateName, formatMultiplier, multiplierColor, seasonName } from '../climate/words.ts'
import { useRecommendations } from '../demand/api.ts'
import { MedicineLink } from '../demand/medicine-link.tsx'
import { ReasonFold } from '../demand/reasons.tsx'
import { OutlookChart } from './outlook-chart.tsx'

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

/** Multiplier above 1.3 in high-risk categories, the five most urgent. */
function RecommendationsPanel({ demand }: { demand: ClimateDemand }) {
  const items = recommendedOf(demand.predictions).slice(0, RECOMMENDED)
  if (items.length === 0) return null
  const when = `${seasonName(demand.currentSeason)}, ${climateName(demand.currentClimate).toLowerCase()} climate`
  const { recommendedCount } = demand
  const shown = recommendedCount > items.length ? `; ${items.length} of ${formatCount(recommendedCount)}` : ''
  return (
    <Card title="Seasonal & Climate Recommendations" text={`Current season and climate: ${when}${shown}`}>
      <Stack as="ul" gap="4" listStyleType="none">
        {items.map((item) => (
          <li key={item._id}>
            <Item item={item} />
          </li>
        ))}
      </Stack>
      <TextLink asChild mt="4">
        <Link to="/climate-analytics">View detailed climate analysis</Link>
      </TextLink>
    </Card>
  )
}

function Item({ item }: { item: ClimatePrediction }) {
  const { medicine, category, predictedDemandMultiplier: multiplier, currentStock, needsRestock } = item
  return (
    <div>
      <Flex gap="2" wrap="wrap" align="center">
        <MedicineLink id={item._id} name={medicine} />
        <Text color="fg.muted" textStyle="sm">
          {category}
        </Text>
        <Badge colorPalette={multiplierColor(multiplier)}>{formatMultiplier(multiplier)} demand</Badge>
      </Flex>
      <Text textStyle="sm">
        Current stock: {formatCount(currentStock)} units
        {needsRestock ? <strong> (Restock Recommended)</strong> : null}
      </Text>
      <ReasonFold prediction={item} />
    </div>
  )
}
