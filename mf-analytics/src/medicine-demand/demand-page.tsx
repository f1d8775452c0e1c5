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
import * as tones from '@mms/ui/tones'
import { useMedicineDemand } from '../demand/api.ts'
import { DataAgeNote } from '../demand/data-age-note.tsx'
import { ReasonList } from '../demand/medicine-parts.tsx'
import * as words from '../words/medicine-demand.ts'
import * as sharedWords from '../words/shared.ts'
import { DemandChart } from './demand-chart.tsx'
import { FigureCards } from './figure-cards.tsx'
import { ForecastPanel } from './forecast-panel.tsx'

export function DemandPage() {
  const { id = '' } = useParams()
  const query = useMedicineDemand(id)
  const { data, error, isError } = query
  const name = data?.medicine ?? words.demandOfMedicine
  usePageTitle(data ? words.demandNamed(name) : name)
  return (
    <>
      <PageHeader title={name} text={data ? <Subtitle demand={data} /> : undefined} />
      <PageTabs label={sharedWords.medicine}>
        <RecordLinks id={id} pages={medicinePages} />
      </PageTabs>
      {data ? (
        <Demand demand={data} />
      ) : isError ? (
        isUnknown(error) ? (
          <ProblemCard title={words.noSuchMedicine}>{words.mayBeNew}</ProblemCard>
        ) : (
          <ProblemCard {...problemOf(query, words.demandLoadFailed)} />
        )
      ) : (
        <Stack gap="4" role="status" aria-label={words.loadingDemand}>
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
      {category} {deleted ? <Badge>{sharedWords.deleted}</Badge> : null}
    </>
  )
}

function Demand({ demand }: { demand: MedicineDemand }) {
  const { forecastState, prediction, history } = demand
  return (
    <Stack gap="4">
      <DataAgeNote age={demand.dataAge} />
      {forecastState === 'pending' ? (
        <Alert status="info" title={words.forecastInProgress}>
          {words.forecastSoon}
        </Alert>
      ) : null}
      {history.weeks.length > 0 ? (
        <DemandChart demand={demand} />
      ) : (
        <EmptyState
          icon={<ChartIcon size={32} />}
          title={sharedWords.noDemandData}
          text={words.forecastLater}
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
    <Card title={words.needsRestocking}>
      <Stack gap="2">
        <Text>
          <Badge colorPalette={needsRestock ? tones.danger : tones.good}>
            {needsRestock ? sharedWords.restockNeeded : sharedWords.adequate}
          </Badge>
        </Text>
        <ReasonList reasons={reasonsForPrediction} />
      </Stack>
    </Card>
  )
}
