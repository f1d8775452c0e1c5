import { type Alert, MEDICINE_DEMAND_PAGE, type UpdateAlert } from '@mms/contracts'
import { generatePath, Link } from '@mms/sdk'
import { useHasPage } from '@mms/sdk/pages'
import { Box, Button, CheckboxField, Flex, Instant, Text, TextLink, VisuallyHidden } from '@mms/ui'
import { memo, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import * as words from '../words/alerts.ts'
import * as sharedWords from '../words/shared.ts'
import { AlertHistory } from './alert-history.tsx'
import { SeverityChip, StatusChip } from './chips.tsx'
import type { AlertGroup } from './groups.ts'
import { SnoozeMenu } from './selection-bar.tsx'
import { canBecome } from './use-alert-updates.ts'

const SALES_PAGE = '/sales'

function NextStep({ alert: { type, medicineId } }: { alert: Alert }) {
  const { nextSteps } = words
  const step = Object.hasOwn(nextSteps, type) ? nextSteps[type as keyof typeof nextSteps] : undefined
  const page = step?.record ? SALES_PAGE : MEDICINE_DEMAND_PAGE
  const hasPage = useHasPage(page)
  if (!step || !medicineId || !hasPage) return null
  const { _id, name } = medicineId
  return (
    <Button asChild size="sm" variant="outline">
      <Link
        to={generatePath(page, { id: _id })}
        state={step.record ? { record: { medicineId: _id, ...step.record } } : undefined}
        aria-label={`${step.label}: ${name}`}
      >
        {step.label}
      </Link>
    </Button>
  )
}

interface Props {
  groups: readonly AlertGroup[]
  stale: boolean
  selected: ReadonlyMap<string, Alert>
  onSelect: (alerts: readonly Alert[], isSelected: boolean) => void
  onUpdate: (alerts: readonly Alert[], move: UpdateAlert) => void
}

/** Memoised, because a bulk action updates the page up to 1,000 times. The handlers keep their identity. */
export const AlertCards = memo(
  CardList,
  (before, after) =>
    before.groups === after.groups && before.stale === after.stale && before.selected === after.selected,
)

function CardList({ groups, stale, ...rest }: Props) {
  return (
    <Box
      as="ul"
      listStyleType="none"
      aria-label={sharedWords.alerts}
      aria-busy={stale}
      opacity={stale ? 0.6 : 1}
    >
      {groups.map((group) => (
        <AlertCard key={group.key} group={group} {...rest} />
      ))}
    </Box>
  )
}

type CardProps = Omit<Props, 'groups' | 'stale'> & { group: AlertGroup }

/** On a narrow screen, a closed card shows its name, its first alert and the number of further alerts. */
const closedRows = {
  '& [data-opener]': {
    position: 'static',
    display: { lg: 'none' },
    flexDirection: 'column',
    gap: '0',
    minW: '4',
    height: 'auto',
    px: '0',
    color: 'fg.muted',
    fontWeight: 'normal',
    textStyle: '2xs',
  },
  '@media screen and (max-width: 63.99rem)': {
    position: 'relative',
    '& [data-opener]::after': { content: '""', position: 'absolute', inset: '0' },
    '& [data-opener][aria-expanded=true] span': { transform: 'rotate(180deg)' },
    '& :is(a, label, button:not([data-opener]))': { position: 'relative', zIndex: '1' },
    '&[data-closed] [data-cause]': { display: 'block', mt: '0', textStyle: 'xs' },
    '&[data-closed] [data-cause] > :not(:first-child)': { display: 'inline', ms: '1' },
    '&[data-closed] :is([role=group], [data-cause] ~ [data-cause], [data-cause] > [data-new], [data-cause] > div > :not(:first-child))':
      { display: 'none' },
  },
} as const

function AlertCard({ group, selected, onSelect, onUpdate }: CardProps) {
  const [isOpen, setOpen] = useState(false)
  const { alerts, medicineId } = group
  const name = words.medicineName(group)
  const left = alerts.filter((alert) => canBecome(alert, 'resolved'))
  const hidden = alerts.length > 1 && !isOpen ? words.moreAlerts(alerts.length - 1) : ''
  return (
    <Flex
      as="li"
      aria-label={name}
      data-closed={!isOpen || undefined}
      css={closedRows}
      gap={{ base: '1', md: '3' }}
      px={{ base: '3', md: '4' }}
      py={{ base: '1', md: '2', lg: '0.5' }}
      borderBottomWidth="1px"
      breakInside="avoid"
    >
      {left.length > 0 ? (
        <Box data-screen-only pt={{ lg: '1' }}>
          <CheckboxField
            label={<VisuallyHidden>{words.selectMedicine(name)}</VisuallyHidden>}
            checked={left.every(({ _id }) => selected.has(_id))}
            onChange={({ target }) => onSelect(left, target.checked)}
          />
        </Box>
      ) : null}
      <Flex flex="1" minW="0" gap="2" direction={{ base: 'column', lg: 'row' }} justify="space-between">
        <Box minW="0" flex="1" display={{ xl: 'flex' }} columnGap="4" py={{ lg: '1' }}>
          <Text
            fontWeight="semibold"
            overflowWrap="anywhere"
            textStyle={{ base: 'sm', md: 'md', lg: 'sm' }}
            lineHeight={{ base: 'short', md: 'moderate' }}
            width={{ xl: '14rem' }}
            flexShrink="0"
          >
            {medicineId ? (
              <TextLink asChild color="fg" display="inline">
                <Link to={`/medicines/${medicineId._id}`}>{name}</Link>
              </TextLink>
            ) : (
              name
            )}
          </Text>
          <Box flex="1" minW="0">
            {alerts.map((alert) => (
              <Cause key={alert._id} alert={alert} />
            ))}
          </Box>
        </Box>
        <Actions name={name} alerts={left} onUpdate={onUpdate}>
          {left[0] ? <NextStep alert={left[0]} /> : null}
        </Actions>
      </Flex>
      <Button
        size="xs"
        variant="ghost"
        data-opener
        data-screen-only
        aria-label={`${words.detailsOf(name)} ${hidden}`.trim()}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span aria-hidden>▾</span>
        {hidden}
      </Button>
    </Flex>
  )
}

function Cause({ alert }: { alert: Alert }) {
  const { type, severity, message, detail, createdAt, resolved } = alert
  return (
    <Flex
      data-cause
      display={{ base: 'flex', xl: 'grid' }}
      gridTemplateColumns="5.25rem 4.75rem 9.5rem minmax(0, 1fr)"
      justifyItems="start"
      columnGap="2"
      rowGap="0.5"
      wrap="wrap"
      align={{ base: 'center', xl: 'baseline' }}
      mt={{ base: '0.5', md: '1', xl: '0' }}
      textStyle="sm"
    >
      <SeverityChip severity={severity} />
      <StatusChip alert={alert} />
      <Text color="fg.muted">{words.typeName(type)}</Text>
      <Box minW="0" flex={{ md: '1' }} flexBasis={{ base: 'full', md: '0' }} overflowWrap="anywhere">
        <span>{detail ?? message}</span>{' '}
        <Text as="span" color="fg.muted" textStyle="xs" whiteSpace="nowrap">
          <Instant at={createdAt} />
        </Text>
        {resolved ? <Ended resolved={resolved} /> : null}
        <AlertHistory alert={alert} />
      </Box>
    </Flex>
  )
}

function Ended({ resolved: { at, by, snoozedUntil } }: { resolved: NonNullable<Alert['resolved']> }) {
  return (
    <Text as="span" color="fg.muted" textStyle="xs">
      {' · '}
      {by ? words.byPerson(by.name) : words.closedAutomatically} <Instant at={at} />
      {snoozedUntil ? (
        <>
          {' '}
          {words.untilDay} <Instant at={snoozedUntil} />
        </>
      ) : null}
    </Text>
  )
}

interface ActionsProps extends Pick<Props, 'onUpdate'> {
  name: string
  alerts: readonly Alert[]
  children: ReactNode
}

/** Rows are 40 px high for a mouse. Touch screens need taller rows. */
const denseButtons = {
  '@media (min-width: 64rem)': {
    '& > :is(a, button), & > div > button': { height: '8', px: '2', textStyle: 'xs' },
  },
}

function Actions({ name, alerts, onUpdate, children }: ActionsProps) {
  const unread = alerts.filter((alert) => canBecome(alert, 'read'))
  const box = useFocusStays(`${unread.length} ${alerts.length}`)
  const described =
    alerts.length === 1
      ? words.typeOfMedicine(words.typeName(alerts[0]?.type ?? ''), name)
      : words.alertsOfMedicine(words.countAlerts(alerts.length), name)
  return (
    <Flex
      ref={box}
      role="group"
      aria-label={words.actionsFor(described)}
      tabIndex={-1}
      data-screen-only
      gap="1"
      wrap="wrap"
      align="start"
      flexShrink="0"
      css={denseButtons}
    >
      {children}
      {unread.length > 0 ? (
        <Button
          size="sm"
          variant="ghost"
          aria-label={words.markAsReadFor(described)}
          onClick={() => onUpdate(unread, { status: 'read' })}
        >
          {words.markAsRead}
        </Button>
      ) : null}
      {alerts.length > 0 ? (
        <>
          <Button
            size="sm"
            variant="ghost"
            aria-label={words.resolveFor(described)}
            onClick={() => onUpdate(alerts, { status: 'resolved' })}
          >
            {words.resolve}
          </Button>
          <SnoozeMenu label={words.snooze} onSnooze={(move) => onUpdate(alerts, move)} />
        </>
      ) : null}
    </Flex>
  )
}

/** Keeps keyboard focus in the card when a status change removes its button. */
function useFocusStays(buttons: string) {
  const box = useRef<HTMLDivElement>(null)
  const hadFocus = box.current?.contains(document.activeElement) ?? false
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a status change removes a button
  useLayoutEffect(() => {
    if (!hadFocus || document.activeElement !== document.body) return
    const next = box.current?.querySelector<HTMLElement>('a, button') ?? box.current
    next?.focus()
  }, [buttons])
  return box
}
