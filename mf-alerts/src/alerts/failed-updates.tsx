import type { AlertStatus } from '@mms/contracts'
import { reasonText } from '@mms/sdk'
import { Alert, Box, Button } from '@mms/ui'
import type { FailedUpdate } from './use-alert-updates.ts'
import { countAlerts, medicineName, typeName } from './words.ts'

/** Maximum failures listed. There may be 1,000. */
const SHOWN = 20

export interface FailedBulkUpdate {
  failures: readonly FailedUpdate[]
  status: AlertStatus
  tried: number
}

export function FailedUpdates({ failed, onClose }: { failed: FailedBulkUpdate; onClose: () => void }) {
  const { failures, status, tried } = failed
  return (
    <Alert
      status="error"
      title={`${failures.length} of ${countAlerts(tried)} could not be marked as ${status}`}
      actions={
        <Button size="sm" variant="outline" bg="bg.panel" onClick={onClose}>
          Dismiss
        </Button>
      }
    >
      <Box as="ul" ps="4" listStyleType="disc">
        {failures.slice(0, SHOWN).map(({ alert, error }) => (
          <li key={alert._id}>
            {typeName(alert.type)} of {medicineName(alert)}: {reasonText(error)}
          </li>
        ))}
        {failures.length > SHOWN ? <li>{failures.length - SHOWN} more</li> : null}
      </Box>
    </Alert>
  )
}
