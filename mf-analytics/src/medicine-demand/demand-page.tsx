import { type MedicineDemand, medicinePages } from '@mms/contracts'
import { usePageTitle, useParams } from '@mms/sdk'
import { RecordLinks } from '@mms/sdk/pages'
import { isUnknown, problemOf } from '@mms/sdk/queries'
import {
  Alert,
  Badge,
  Card,
  ChartIcon,
  EmptyState,
  PageHeader,
  PageTabs,
  ProblemCard,
  Skeleton,
  Stack,
  Text,
} from '@mms/ui'
import { useMedicineDemand } from '../demand/api.ts'
import { DataAgeNote } from '../demand/data-age-note.tsx'
import { ReasonList } from '../demand/reasons.tsx'
import { DemandChart } from './demand-chart.tsx'
import { FigureCards } from './figure-cards.tsx'
import { ForecastPanel } from './forecast-panel.tsx'

export function DemandPage() {
  const { id = '' } = useParams()
  const query = useMedicineDemand(id)
  const { data, error, isError } = query
  const name = data?.medicine ?? 'Demand of a medicine'
  usePageTitle(data ? `Demand: ${name}` : name)
  return (
    <>
      <PageHeader title={name} text={data ? <Subtitle demand={data} /> : undefined} />
      <PageTabs label="Medicine">
        <RecordLinks id={id} pages={medicinePages} />
      </PageTabs>
      {data ? (
        <Demand demand={data} />
      ) : isError ? (
        isUnknown(error) ? (
          <ProblemCard title="There is no such medicine">
            It may have just been added: try again in a moment.
          </ProblemCard>
        ) : (
          <ProblemCard {...problemOf(query, 'Failed to load the demand')} />
        )
      ) : (
        <Stack gap="4" role="status" aria-label="Loading the demand...">
          <Skeleton height="sm" borderRadius="xl" />
          <Skeleton height="32" borderRadius="xl" />
        </Stack>
      )}
    </>
  )
}

function Subtitle({ demand: { category, deleted } }: { demand: MedicineDemand }) {
  return (
    <>
      {category} {deleted ? <Badge>Deleted</Badge> : null}
    </>
  )
}

function Demand({ demand }: { demand: MedicineDemand }) {
  const { forecastState, prediction, history } = demand
  return (
    <Stack gap="4">
      <DataAgeNote age={demand.dataAge} />
      {forecastState === 'pending' ? (
        <Alert status="info" title="The forecast is being made">
          It appears here within a minute. Until then its factors and its minimum stock level decide.
        </Alert>
      ) : null}
      {history.weeks.length > 0 ? (
        <DemandChart demand={demand} />
      ) : (
        <EmptyState
          icon={<ChartIcon size={32} />}
          title="No demand data yet"
          text="History and forecast appear after the first whole week in which it was sold. Until then its factors and its minimum stock level decide."
        />
      )}
      <FigureCards demand={demand} />
      {demand.deleted ? null : <Reasons prediction={prediction} />}
      <ForecastPanel demand={demand} />
    </Stack>
  )
}

function Reasons({ prediction }: Pick<MedicineDemand, 'prediction'>) {
  const { needsRestock, reasonsForPrediction } = prediction
  return (
    <Card title="Does it need restocking?">
      <Stack gap="2">
        <Text>
          <Badge colorPalette={needsRestock ? 'red' : 'green'}>
            {needsRestock ? 'Restock Needed' : 'Adequate'}
          </Badge>
        </Text>
        <ReasonList reasons={reasonsForPrediction} />
      </Stack>
    </Card>
  )
}
