import { type Alert, type AlertStatus, MEDICINE_DEMAND_PAGE } from '@mms/contracts'
import { generatePath, Link } from '@mms/sdk'
import { useHasPage } from '@mms/sdk/pages'
import {
  Box,
  Button,
  CheckboxField,
  type Column,
  DataTable,
  Flex,
  Instant,
  Text,
  TextLink,
  VisuallyHidden,
} from '@mms/ui'
import { useLayoutEffect, useRef } from 'react'
import { SeverityChip, StatusChip } from './chips.tsx'
import { canBecome } from './use-alert-updates.ts'
import { medicineName, typeName } from './words.ts'

interface Props {
  alerts: readonly Alert[]
  stale: boolean
  selected: ReadonlySet<string>
  onSelect: (id: string, isSelected: boolean) => void
  onUpdate: (alert: Alert, status: AlertStatus) => void
}

export function AlertsTable({ alerts, stale, selected, onSelect, onUpdate }: Props) {
  const select: Column<Alert> = {
    header: 'Select',
    screenOnly: true,
    cell: (alert) =>
      canBecome(alert, 'resolved') ? (
        <CheckboxField
          label={<VisuallyHidden>Select {describe(alert)}</VisuallyHidden>}
          checked={selected.has(alert._id)}
          onChange={({ target }) => onSelect(alert._id, target.checked)}
        />
      ) : (
        <span aria-hidden>–</span>
      ),
  }
  const actions: Column<Alert> = {
    header: 'Actions',
    screenOnly: true,
    align: 'end',
    cell: (alert) => <Actions alert={alert} onUpdate={(status) => onUpdate(alert, status)} />,
  }
  return (
    <DataTable
      caption="Alerts"
      columns={[select, ...columns, actions]}
      rows={alerts}
      rowKey={(alert) => alert._id}
      stale={stale}
    />
  )
}

const describe = (alert: Alert) => `${typeName(alert.type)} of ${medicineName(alert)}`

const columns: Column<Alert>[] = [
  { header: 'Alert', primary: true, cell: (alert) => <Cause alert={alert} /> },
  { header: 'Severity', cell: ({ severity }) => <SeverityChip severity={severity} /> },
  { header: 'Status', cell: (alert) => <Status alert={alert} /> },
  { header: 'Created', cell: (alert) => <Created alert={alert} /> },
]

/** What it is about, and what is the matter with it. */
function Cause({ alert }: { alert: Alert }) {
  const { medicineId, message, type } = alert
  const name = medicineName(alert)
  const hasDemand = useHasPage(MEDICINE_DEMAND_PAGE)
  return (
    <>
      <Text fontWeight="semibold">
        {medicineId ? (
          <TextLink asChild color="fg">
            <Link to={`/medicines/edit/${medicineId._id}`}>{name}</Link>
          </TextLink>
        ) : (
          name
        )}
      </Text>
      <Text maxW={{ lg: '44rem' }}>{message}</Text>
      <Text color="fg.muted" textStyle="xs">
        {typeName(type)}
        {hasDemand && medicineId ? (
          <>
            {' · '}
            <TextLink asChild>
              <Link to={generatePath(MEDICINE_DEMAND_PAGE, { id: medicineId._id })}>Demand</Link>
            </TextLink>
          </>
        ) : null}
      </Text>
    </>
  )
}

/** With the user who resolved it, or that it closed by itself. */
function Status({ alert: { status, resolved } }: { alert: Alert }) {
  return (
    <Box>
      <StatusChip status={status} />
      {resolved ? (
        <Text color="fg.muted" textStyle="xs" whiteSpace="normal" maxW="10rem" ms={{ base: 'auto', lg: '0' }}>
          {resolved.by ? `by ${resolved.by.name}` : 'Closed automatically'}
          <br />
          <Instant at={resolved.at} />
        </Text>
      ) : null}
    </Box>
  )
}

function Created({ alert: { createdAt, renewedAt } }: { alert: Alert }) {
  return (
    <Box>
      <Instant at={createdAt} />
      {renewedAt === createdAt ? null : (
        <Text color="fg.muted" textStyle="xs">
          Renewed <Instant at={renewedAt} />
        </Text>
      )}
    </Box>
  )
}

/** Fingers need more room than a mouse. */
const actionSize = { base: 'sm', lg: 'xs' } as const

interface ActionsProps {
  alert: Alert
  onUpdate: (status: AlertStatus) => void
}

function Actions({ alert, onUpdate }: ActionsProps) {
  const box = useFocusStays(alert.status)
  return (
    <Flex
      ref={box}
      role="group"
      aria-label={`Actions: ${describe(alert)}`}
      tabIndex={-1}
      gap="1"
      justify="flex-end"
      wrap={{ base: 'wrap', lg: 'nowrap' }}
      me={{ base: '-3', lg: '-2' }}
    >
      {canBecome(alert, 'read') ? (
        <Button
          size={actionSize}
          variant="ghost"
          aria-label={`Mark as Read: ${describe(alert)}`}
          onClick={() => onUpdate('read')}
        >
          Mark as Read
        </Button>
      ) : null}
      {canBecome(alert, 'resolved') ? (
        <Button
          size={actionSize}
          variant="ghost"
          aria-label={`Resolve: ${describe(alert)}`}
          onClick={() => onUpdate('resolved')}
        >
          Resolve
        </Button>
      ) : (
        <Text as="span" aria-hidden pe={{ base: '3', lg: '2' }}>
          –
        </Text>
      )}
    </Flex>
  )
}

/** Who works down the list by keyboard goes on in the row whose button is gone. */
function useFocusStays(status: AlertStatus) {
  const box = useRef<HTMLDivElement>(null)
  const hadFocus = box.current?.contains(document.activeElement) ?? false
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the status takes a button away
  useLayoutEffect(() => {
    if (!hadFocus || document.activeElement !== document.body) return
    const next = box.current?.querySelector('button') ?? box.current
    next?.focus()
  }, [status])
  return box
}
