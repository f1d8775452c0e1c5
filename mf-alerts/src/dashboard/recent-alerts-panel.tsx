import type { Alert } from '@mms/contracts'
import { Link } from '@mms/sdk'
import { problemOf } from '@mms/sdk/queries'
import { Box, Card, Flex, Instant, PageLoader, ProblemCard, Stack, Text, TextLink } from '@mms/ui'
import { useFreshAlerts, useMedicineSummary, useRecentAlerts } from '../alerts/api.ts'
import { SeverityChip } from '../alerts/chips.tsx'
import { severityLook } from '../alerts/words.ts'

/** *Recent Alerts*. In a store without medicines it is silent: inventory says how to begin. */
export function RecentAlertsPanel() {
  useFreshAlerts()
  const query = useRecentAlerts()
  const { data, error } = query
  const isEmpty = data?.length === 0
  const medicines = useMedicineSummary(isEmpty)
  if (isEmpty && medicines.data?.total === 0) return null
  const isAsked = isEmpty ? medicines.isLoading : !data && !error
  if (isAsked) return <PageLoader text="Loading recent alerts..." />
  return (
    <Card
      title="Recent Alerts"
      actions={
        <TextLink asChild textStyle="sm" flexShrink="0">
          <Link to="/alerts">View all alerts</Link>
        </TextLink>
      }
    >
      {isEmpty ? <Text color="fg.muted">No recent alerts</Text> : null}
      {data ? (
        <RecentAlerts alerts={data} />
      ) : (
        // The list is empty, as the specification says, and does not say that there are none.
        <ProblemCard {...problemOf(query, 'Failed to fetch alerts')} />
      )}
    </Card>
  )
}

function RecentAlerts({ alerts }: { alerts: readonly Alert[] }) {
  return (
    <Stack as="ul" gap="3" listStyleType="none">
      {alerts.map((alert) => (
        <li key={alert._id}>
          <RecentAlert alert={alert} />
        </li>
      ))}
    </Stack>
  )
}

function RecentAlert({ alert: { medicineId, message, severity, createdAt } }: { alert: Alert }) {
  return (
    <Box
      colorPalette={severityLook(severity).palette}
      bg="colorPalette.subtle"
      borderInlineStartWidth="4px"
      borderInlineStartColor="colorPalette.solid"
      borderRadius="md"
      px="3"
      py="2.5"
    >
      <Flex gap="3" justify="space-between" align="start">
        <Text overflowWrap="anywhere" minW="0">
          {medicineId ? (
            <TextLink asChild color="fg" display="inline" overflowWrap="anywhere">
              <Link to={`/medicines/edit/${medicineId._id}`}>{message}</Link>
            </TextLink>
          ) : (
            message
          )}
        </Text>
        <Box flexShrink="0">
          <SeverityChip severity={severity} />
        </Box>
      </Flex>
      <Text color="fg.muted" textStyle="xs" mt="0.5">
        <Instant at={createdAt} />
      </Text>
    </Box>
  )
}
