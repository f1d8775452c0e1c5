import type { ClimateDemand } from '@mms/contracts'
import { Badge, Card, Flex, SimpleGrid, Text } from '@mms/ui'
import { climateName, placeAndDate, seasonName, sourceText } from './words.ts'

export function ConditionsPanel({ demand }: { demand: ClimateDemand }) {
  return (
    <Card title="Current Conditions" text={placeAndDate(demand)}>
      <SimpleGrid columns={2} gap="4">
        <Condition
          label="Current Season"
          value={seasonName(demand.currentSeason)}
          source={sourceText(demand.seasonSource)}
        />
        <Condition
          label="Current Climate"
          value={climateName(demand.currentClimate)}
          source={sourceText(demand.climateSource)}
        />
      </SimpleGrid>
    </Card>
  )
}

function Condition({ label, value, source }: { label: string; value: string; source: string }) {
  return (
    <div>
      <Text color="fg.muted" textStyle="sm" fontWeight="medium">
        {label}
      </Text>
      <Text textStyle="2xl" fontWeight="bold">
        {value}
      </Text>
      <Text color="fg.muted" textStyle="xs">
        {source}
      </Text>
    </div>
  )
}

export function HighRiskPanel({ categories }: { categories: readonly string[] }) {
  return (
    <Card
      title="High-Risk Categories"
      text="These categories typically see increased demand under the current season or climate."
    >
      {categories.length === 0 ? (
        <Text color="fg.muted">None at present.</Text>
      ) : (
        <Flex as="ul" gap="2" wrap="wrap" listStyleType="none">
          {categories.map((category) => (
            <li key={category}>
              <Badge colorPalette="orange" size="lg">
                {category}
              </Badge>
            </li>
          ))}
        </Flex>
      )}
    </Card>
  )
}
