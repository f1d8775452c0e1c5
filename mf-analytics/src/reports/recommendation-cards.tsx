import type { Recommendation, Report } from '@mms/contracts'
import { Link } from '@mms/sdk'
import { Card, formatCount, Heading, SimpleGrid, Stack, Text, TextLink } from '@mms/ui'
import { MedicineLink, ReasonList } from '../demand/medicine-parts.tsx'
import * as words from '../words/reports.ts'

const lists: Record<string, { to: string; text: string }> = {
  restock: { to: '/medicines?filter=low-stock', text: words.allLowStock },
  expired: { to: '/medicines?filter=expired', text: words.allExpired },
  expiry: { to: '/medicines?filter=expiring', text: words.allExpiring },
  season: { to: '/climate-analytics', text: words.allDemand },
}

export function RecommendationCards({ report: { recommendations } }: { report: Report }) {
  if (recommendations.length === 0) return null
  return (
    <section aria-labelledby="system-recommendations">
      <Heading as="h2" id="system-recommendations" size="md" mb="4">
        {words.systemRecommendations}
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
  const { kind, title, text, reasons, medicines, count } = recommendation
  const list = lists[kind]
  const more = count - medicines.length
  return (
    <Card>
      <Stack gap="3">
        <Heading as="h3" size="sm">
          {title}
        </Heading>
        <Text>{text}</Text>
        <ReasonList reasons={reasons} color="fg.muted" />
        <Stack as="ul" gap="2" ps="4" textStyle="sm">
          {medicines.map(({ _id, medicine, reasons: own }) => (
            <li key={_id}>
              <MedicineLink id={_id} name={medicine} />
              {own.map((reason) => (
                <Text key={reason} color="fg.muted">
                  {reason}
                </Text>
              ))}
            </li>
          ))}
        </Stack>
        <Text textStyle="sm">
          {more > 0 ? words.andMore(formatCount(more)) : ''}
          {list ? (
            <TextLink asChild>
              <Link to={list.to}>{list.text}</Link>
            </TextLink>
          ) : null}
        </Text>
      </Stack>
    </Card>
  )
}
