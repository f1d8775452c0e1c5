import type { Medicine } from '@mms/contracts'
import { ApiError, Link, usePageTitle, useParams, useRefetchOn, useWayBack } from '@mms/sdk'
import { MedicineLinks } from '@mms/sdk/pages'
import { problemOf, useGet } from '@mms/sdk/queries'
import {
  Button,
  EditIcon,
  formatCount,
  formatDate,
  formatRupees,
  PageHeader,
  PageLoader,
  PageTabs,
  ProblemCard,
  SimpleGrid,
  Stack,
  StatCard,
} from '@mms/ui'
import { medicineKeys } from '../keys.ts'
import { MEDICINES_PATH } from '../medicines/api.ts'
import { ExpiryBadge, StockBadge } from '../medicines/badges.tsx'
import { MovementsPanel } from '../movements/movements-panel.tsx'

/** `/medicines/:id`: what is in stock of a medicine, and all that moved it. */
export function MedicinePage() {
  const { id = '' } = useParams()
  const key = medicineKeys('one', id)
  useRefetchOn(['medicines-changed'], key)
  const query = useGet<Medicine>(key, `${MEDICINES_PATH}/${encodeURIComponent(id)}`)
  const { data, error } = query
  usePageTitle(data?.name ?? 'Medicine')
  if (isUnknown(error)) {
    return <ProblemCard title="There is no such medicine">It may have been deleted.</ProblemCard>
  }
  return (
    <>
      <PageHeader
        title={data?.name ?? 'Medicine'}
        text={data && [data.manufacturer, data.category, data.barcode].filter(Boolean).join(' · ')}
        actions={<EditLink id={id} />}
      />
      <PageTabs label="Medicine">
        <MedicineLinks id={id} />
      </PageTabs>
      {data ? (
        <Stack gap="6">
          <Figures medicine={data} />
          <MovementsPanel key={id} medicineId={id} />
        </Stack>
      ) : query.isError ? (
        <ProblemCard {...problemOf(query, 'Failed to fetch medicine details')} />
      ) : (
        <PageLoader text="Loading the medicine..." />
      )}
    </>
  )
}

/** An address that was typed is as unknown as one that is gone. */
const isUnknown = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)

function EditLink({ id }: { id: string }) {
  const { to, state } = useWayBack('/medicines')
  return (
    <Button asChild variant="outline">
      <Link to={`/medicines/edit/${id}`} state={{ list: { search: to.search, trail: state.trail } }}>
        <EditIcon aria-hidden />
        Edit
      </Link>
    </Button>
  )
}

function Figures({ medicine }: { medicine: Medicine }) {
  const { currentStock, minStockLevel, unitPrice, mrp, expiryDate } = medicine
  return (
    <SimpleGrid columns={{ base: 1, sm: 3 }} gap="4">
      <StatCard
        label="Stock"
        value={formatCount(currentStock)}
        footer={
          <>
            Min: {formatCount(minStockLevel)} <StockBadge medicine={medicine} />
          </>
        }
      />
      <StatCard
        label="Price"
        value={formatRupees(unitPrice)}
        footer={mrp ? `MRP ${formatRupees(mrp)}` : null}
      />
      <StatCard
        label="Expiry Date"
        value={formatDate(expiryDate)}
        footer={<ExpiryBadge date={expiryDate} />}
      />
    </SimpleGrid>
  )
}
