import type { Recommendation, Report } from '@mms/contracts'
import { Card, Heading, SimpleGrid, Stack, Text } from '@mms/ui'
import { DemandLink } from '../demand-link.tsx'
import { ReasonList } from '../reason-list.tsx'

/** Medicines named in a card; the rest are counted. */
const NAMED = 5

/** *System Recommendations*, with the reasons for each. */
export function RecommendationCards({ report: { recommendations } }: { report: Report }) {
  if (recommendations.length === 0) return null
  return (
    <section aria-labelledby="system-recommendations">
      <Heading as="h2" id="system-recommendations" size="md" mb="4">
        System Recommendations
      </Heading>
      <SimpleGrid columns={{ base: 1, lg: 3 }} gap="4">
        {recommendations.map((each) => (
          <RecommendationCard key={each.kind} recommendation={each} />
        ))}
      </SimpleGrid>
    </section>
  )
}

function RecommendationCard({ recommendation }: { recommendation: Recommendation }) {
  const { title, text, reasons, medicines } = recommendation
  const more = medicines.length - NAMED
  return (
    <Card>
      <Stack gap="3">
        <Heading as="h3" size="sm">
          {title}
        </Heading>
        <Text>{text}</Text>
        <ReasonList reasons={reasons} color="fg.muted" />
        {medicines.length > 0 ? (
          <Stack as="ul" gap="1" ps="4" textStyle="sm">
            {medicines.slice(0, NAMED).map(({ _id, medicine }) => (
              <li key={_id}>
                <DemandLink id={_id} name={medicine} />
              </li>
            ))}
            {more > 0 ? <li>and {more} more</li> : null}
          </Stack>
        ) : null}
      </Stack>
    </Card>
  )
}
