import type { LastBackup, SuiteStatus } from '@mms/contracts'
import { AdministratorsPage } from '@mms/sdk/pages'
import { problemOf } from '@mms/sdk/queries'
import {
  Alert,
  Badge,
  Button,
  Card,
  type Column,
  DataTable,
  Instant,
  PageHeader,
  ProblemCard,
  SimpleGrid,
  Stack,
  StatCard,
  TableSkeleton,
  Text,
} from '@mms/ui'
import * as tones from '@mms/ui/tones'
import { useBackup, useStatus } from './api.ts'

/** Below this share of free disk space, the page shows a warning. */
const LOW_SHARE = 0.1

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const
const STEP = 1_000

export function StatusPage() {
  return (
    <AdministratorsPage title="Status" refusal="Only administrators can see the status.">
      <PageHeader title="Status" text="Services, disk and the last backup." />
      <Status />
    </AdministratorsPage>
  )
}

function Status() {
  const query = useStatus()
  const { data, error } = query
  if (data) {
    return (
      <Stack gap="4" maxW="4xl">
        {data.machine ? <MachinePanel {...data.machine} /> : null}
        <ServicesTable services={data.services} />
      </Stack>
    )
  }
  if (error) return <ProblemCard {...problemOf(query, 'Failed to load the status')} />
  return (
    <Card>
      <TableSkeleton rows={6} />
    </Card>
  )
}

type Service = SuiteStatus['services'][number]

const columns: Column<Service>[] = [
  { header: 'Service', primary: true, cell: ({ name }) => <Text fontWeight="semibold">{name}</Text> },
  { header: 'Version', cell: ({ version }) => version ?? 'Unknown' },
  {
    header: 'State',
    cell: ({ ready }) => (
      <Badge colorPalette={ready ? tones.good : tones.danger}>{ready ? 'Ready' : 'Not ready'}</Badge>
    ),
  },
]

function ServicesTable({ services }: { services: Service[] }) {
  return (
    <Card p="0" overflow="hidden">
      <DataTable caption="Services" columns={columns} rows={services} rowKey={({ name }) => name} />
    </Card>
  )
}

type Machine = NonNullable<SuiteStatus['machine']>

function MachinePanel({ disk, lastBackup, backupIsOld }: Machine) {
  const share = disk.totalBytes > 0 ? disk.freeBytes / disk.totalBytes : 0
  const isLow = share < LOW_SHARE
  const full = `${Math.round((1 - share) * 100)} %`
  return (
    <Stack gap="4">
      {isLow ? (
        <Alert status="warning" title="The disk is almost full.">
          Sales stop when it is full. Delete files that are not needed, or move the suite to a larger disk.
        </Alert>
      ) : null}
      {backupIsOld ? <OldBackupAlert isNone={lastBackup === null} /> : null}
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        <StatCard
          label="Disk used"
          value={full}
          tone={isLow ? tones.danger : 'brand'}
          footer={
            <Text color="fg.muted">{`${formatBytes(disk.freeBytes)} free of ${formatBytes(disk.totalBytes)}`}</Text>
          }
        />
        <BackupCard lastBackup={lastBackup} />
      </SimpleGrid>
    </Stack>
  )
}

function OldBackupAlert({ isNone }: { isNone: boolean }) {
  return (
    <Alert status="warning" title={isNone ? 'There is no backup.' : 'The last backup is old.'}>
      If this disk breaks, {isNone ? 'everything' : 'everything since then'} is lost. How to make a backup is
      in docs/backup.md.
    </Alert>
  )
}

function BackupCard({ lastBackup }: { lastBackup: LastBackup | null }) {
  const { mutate, isPending } = useBackup()
  const backUp = { onClick: () => mutate(), loading: isPending, loadingText: 'Backing up...' }
  return (
    <Card>
      <Text color="fg.muted" textStyle="sm" fontWeight="medium">
        Last backup
      </Text>
      {lastBackup ? (
        <Backup {...lastBackup} />
      ) : (
        <Text textStyle="3xl" fontWeight="bold">
          Never
        </Text>
      )}
      <Button mt="3" size="sm" variant="outline" alignSelf="start" {...backUp}>
        Back up now
      </Button>
    </Card>
  )
}

function Backup({ finishedAt, target, verifiedAt, bytes }: LastBackup) {
  return (
    <Stack gap="1" overflowWrap="anywhere">
      <Text textStyle="xl" fontWeight="bold">
        <Instant at={finishedAt} />
      </Text>
      <Text textStyle="sm" color="fg.muted">{`${formatBytes(bytes)}, ${target}`}</Text>
      <Text textStyle="sm" color="fg.muted">
        {verifiedAt ? (
          <>
            Verified: <Instant at={verifiedAt} />
          </>
        ) : (
          'Not verified yet'
        )}
      </Text>
    </Stack>
  )
}

/** Uses decimal units, like disk makers: 52428800 gives `52 MB`. */
export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const value = bytes / STEP ** power
  return `${value.toFixed(power > 0 && value < 10 ? 1 : 0)} ${UNITS[power]}`
}
