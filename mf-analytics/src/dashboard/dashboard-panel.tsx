import { type ClimateDemand, type ClimatePrediction, RECOMMENDED, recommendedOf } from '@mms/contracts'
import { Link } from '@mms/sdk'
import { Badge, Card, Flex, formatCount, Stack, Text, TextLink } from '@mms/ui'
import { useRecommendations } from '../demand/api.ts'
import { MedicineLink } from '../demand/medicine-link.tsx'
import { ReasonFold } from '../demand/reasons.tsx'
import { climateName, formatMultiplier, multiplierColor, seasonName } from '../words/climate.ts'
import * as words from '../words/dashboard.ts'
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
  const when = words.seasonAndClimate(
    seasonName(demand.currentSeason),
    climateName(demand.currentClimate).toLowerCase(),
  )
  const { recommendedCount } = demand
  const shown = recommendedCount > items.length ? `; ${items.length} of ${formatCount(recommendedCount)}` : ''
  return (
    <Card title={words.recommendations} text={words.currentConditions(when, shown)}>
      <Stack as="ul" gap="4" listStyleType="none">
        {items.map((item) => (
          <li key={item._id}>
            <Item item={item} />
          </li>
        ))}
      </Stack>
      <TextLink asChild mt="4">
        <Link to="/climate-analytics">{words.viewClimateAnalysis}</Link>
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
        <Badge colorPalette={multiplierColor(multiplier)}>
          {words.multipliedDemand(formatMultiplier(multiplier))}
        </Badge>
      </Flex>
      <Text textStyle="sm">
        {words.currentStock(formatCount(currentStock))}
        {needsRestock ? <strong> {words.restockRecommended}</strong> : null}
      </Text>
      <ReasonFold prediction={item} />
    </div>
  )
}
