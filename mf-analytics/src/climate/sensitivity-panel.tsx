import { type ClimatePrediction, SENSITIVE_ABOVE } from '@mms/contracts'
import { Badge, Box, Card, type Column, DataTable, formatCount, Stack, Text } from '@mms/ui'
import { MedicineLink } from '../demand/medicine-link.tsx'
import { ReasonFold } from '../demand/reasons.tsx'
import { formatMultiplier, multiplierColor } from './words.ts'

/** Maximum rows drawn. A store may have 10,000 medicines. */
const SHOWN = 100

const columns: Column<ClimatePrediction>[] = [
  { header: 'Medicine', primary: true, cell: (row) => <MedicineLink id={row._id} name={row.medicine} /> },
  { header: 'Category', cell: (row) => row.category },
  {
    header: 'Demand Multiplier',
    cell: (row) => (
      <Badge colorPalette={multiplierColor(row.predictedDemandMultiplier)}>
        {formatMultiplier(row.predictedDemandMultiplier)}
      </Badge>
    ),
  },
  { header: 'Stock Status', cell: (row) => <StockStatus row={row} /> },
  {
    header: 'Reasons',
    wrap: true,
    cell: (row) => <ReasonFold prediction={row} />,
  },
]

const byMultiplier = (a: ClimatePrediction, b: ClimatePrediction) =>
  b.predictedDemandMultiplier - a.predictedDemandMultiplier || a.medicine.localeCompare(b.medicine)

export function SensitivityPanel({ predictions }: { predictions: readonly ClimatePrediction[] }) {
  const rows = predictions
    .filter(({ predictedDemandMultiplier }) => predictedDemandMultiplier > SENSITIVE_ABOVE)
    .sort(byMultiplier)
  const caption = 'Medicines with High Climate Sensitivity'
  return (
    <Card
      title={caption}
      text={
        rows.length > SHOWN
          ? `The ${SHOWN} highest of ${formatCount(rows.length)}`
          : 'Demand multiplier above 1.3, highest first'
      }
    >
      {rows.length === 0 ? (
        <Text color="fg.muted">No medicine has a multiplier above 1.3 now.</Text>
      ) : (
        <Box mx="-4" mb="-4" borderTopWidth="1px">
          <DataTable
            caption={caption}
            columns={columns}
            rows={rows.slice(0, SHOWN)}
            rowKey={(row) => row._id}
            isHighlighted={({ needsRestock }) => needsRestock}
          />
        </Box>
      )}
    </Card>
  )
}

function StockStatus({ row }: { row: ClimatePrediction }) {
  return (
    <Stack gap="0.5" align="start">
      <Badge colorPalette={row.needsRestock ? 'red' : 'green'}>
        {row.needsRestock ? 'Restock Needed' : 'Adequate'}
      </Badge>
      <Text color="fg.muted" textStyle="xs">
        {formatCount(row.currentStock)} in stock
      </Text>
    </Stack>
  )
}
