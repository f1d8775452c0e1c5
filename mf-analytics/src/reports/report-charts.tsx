import type { Report } from '@mms/contracts'
import { Card, Chart, SimpleGrid, Text } from '@mms/ui'
import { reportPanels } from './report-panels.ts'

export function ReportCharts({ report }: { report: Report }) {
  return (
    <SimpleGrid columns={{ base: 1, lg: 2 }} gap="6">
      {Object.values(reportPanels(report)).map(({ title, text, none, isEmpty, chart }) => (
        <Card key={title} title={title} text={text}>
          {isEmpty ? (
            <Text color="fg.muted" textAlign="center" py="16">
              {none}
            </Text>
          ) : (
            <Chart {...chart} />
          )}
        </Card>
      ))}
    </SimpleGrid>
  )
}
