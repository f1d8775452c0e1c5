import { Link } from '@mms/sdk'
import { problemOf } from '@mms/sdk/queries'
import { Box, Card, Flex, Instant, PageLoader, ProblemCard, Stack, Text, TextLink } from '@mms/ui'
import { useAlertRefetch, useMedicineSummary, useRecentAlerts } from '../alerts/api.ts'
import { SeverityChip, severityTone } from '../alerts/chips.tsx'
import { type AlertGroup, alertGroupsOf } from '../alerts/groups.ts'
import * as words from '../words/dashboard.ts'
import * as sharedWords from '../words/shared.ts'

/** Renders nothing in a store without medicines. There, inventory's panel explains how to start. */
export function RecentAlertsPanel() {
  useAlertRefetch()
  const query = useRecentAlerts()
  const { data, error } = query
  const isEmpty = data?.length === 0
  const medicines = useMedicineSummary(isEmpty)
  if (isEmpty && medicines.data?.total === 0) return null
  const isAsked = isEmpty ? medicines.isLoading : !data && !error
  if (isAsked) return <PageLoader text={words.loadingRecent} />
  return (
    <Card
      title={words.recentAlerts}
      actions={
        <TextLink asChild textStyle="sm" flexShrink="0">
          <Link to="/alerts">{words.viewAllAlerts}</Link>
        </TextLink>
      }
    >
      {isEmpty ? <Text color="fg.muted">{words.noRecentAlerts}</Text> : null}
      {data ? (
        <Stack as="ul" gap="2" textStyle="sm" listStyleType="none">
          {alertGroupsOf(data).map(({ key, ...group }) => (
            <li key={key}>
              <RecentMedicine {...group} />
            </li>
          ))}
        </Stack>
      ) : (
        // Show the failure: an empty list would claim that there are no alerts.
        <ProblemCard {...problemOf(query, sharedWords.fetchFailed)} />
      )}
    </Card>
  )
}

const boxLook = {
  bg: 'colorPalette.subtle',
  borderRadius: 'md',
  px: '3',
  py: '1.5',
  borderInlineStartWidth: '4px',
  borderInlineStartColor: 'colorPalette.solid',
}

function RecentMedicine({ medicineId, alerts }: Omit<AlertGroup, 'key'>) {
  const isNamed = medicineId && alerts.every(({ detail }) => detail !== undefined)
  return (
    <Box {...boxLook} colorPalette={severityTone(alerts[0]?.severity ?? 'low')}>
      {isNamed ? <MedicineLink id={medicineId._id}>{medicineId.name}</MedicineLink> : null}
      {alerts.map(({ _id, message, detail, severity, createdAt }) => (
        <Box key={_id} mt={isNamed ? '1' : '0'}>
          <Flex gap="3" justify="space-between" align="start">
            <Text overflowWrap="anywhere" minW="0">
              {medicineId && !isNamed ? (
                <MedicineLink id={medicineId._id}>{message}</MedicineLink>
              ) : (
                (detail ?? message)
              )}
            </Text>
            <Box flexShrink="0">
              <SeverityChip severity={severity} />
            </Box>
          </Flex>
          <Text color="fg.muted" textStyle="xs">
            <Instant at={createdAt} />
          </Text>
        </Box>
      ))}
    </Box>
  )
}

function MedicineLink({ id, children }: { id: string; children: string }) {
  return (
    <TextLink asChild color="fg" fontWeight="medium" display="inline" overflowWrap="anywhere">
      <Link to={`/medicines/${id}`}>{children}</Link>
    </TextLink>
  )
}
