import type { ClimateDemand } from '@mms/contracts'
import { Badge, Card, Flex, SimpleGrid, Text } from '@mms/ui'
import * as tones from '@mms/ui/tones'
import * as words from '../words/climate.ts'

export function ConditionsPanel({ demand }: { demand: ClimateDemand }) {
  return (
    <Card title={words.currentConditions} text={words.placeAndDate(demand)}>
      <SimpleGrid columns={2} gap="4">
        <Condition
          label={words.currentSeason}
          value={words.seasonName(demand.currentSeason)}
          source={words.sourceText(demand.seasonSource)}
        />
        <Condition
          label={words.currentClimate}
          value={words.climateName(demand.currentClimate)}
          source={words.sourceText(demand.climateSource)}
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
    <Card title={words.highRiskCategories} text={words.highRiskText}>
      {categories.length === 0 ? (
        <Text color="fg.muted">{words.noneAtPresent}</Text>
      ) : (
        <Flex as="ul" gap="2" wrap="wrap" listStyleType="none">
          {categories.map((category) => (
            <li key={category}>
              <Badge colorPalette={tones.danger} size="lg">
                {category}
              </Badge>
            </li>
          ))}
        </Flex>
      )}
    </Card>
  )
}
