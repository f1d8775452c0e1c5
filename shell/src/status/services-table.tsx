import type { SuiteStatus } from '@mms/contracts'
import { Badge, Card, type Column, DataTable, Text } from '@mms/ui'

type Service = SuiteStatus['services'][number]

const columns: Column<Service>[] = [
  { header: 'Service', primary: true, cell: ({ name }) => <Text fontWeight="semibold">{name}</Text> },
  { header: 'Version', cell: ({ version }) => version ?? 'Unknown' },
  {
    header: 'State',
    cell: ({ ready }) => (
      <Badge colorPalette={ready ? 'green' : 'red'}>{ready ? 'Ready' : 'Not ready'}</Badge>
    ),
  },
]

export function ServicesTable({ services }: { services: Service[] }) {
  return (
    <Card p="0" overflow="hidden">
      <DataTable caption="Services" columns={columns} rows={services} rowKey={({ name }) => name} />
    </Card>
  )
}
