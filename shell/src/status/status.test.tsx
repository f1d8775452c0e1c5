import type { LastBackup, SuiteStatus } from '@mms/contracts'
import { problem, signInAs } from '@mms/sdk/test-support'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { freshPage, openShell } from '../../test/support.tsx'
import { formatBytes } from './status-page.tsx'

const services = [
  { name: 'gateway', version: '0.3.0', ready: true },
  { name: 'sales', version: null, ready: false },
]
const show = (machine: SuiteStatus['machine']) =>
  openShell('/status', { 'GET /api/status': { services, machine } })
const disk = { totalBytes: 100_000_000_000, freeBytes: 42_000_000_000 }

beforeEach(() => {
  freshPage()
  signInAs('admin')
})

describe('the status', () => {
  const backup = { finishedAt: '2026-11-24T20:30:00.000Z', target: '/mnt', bytes: 1 }
  it('names what runs, its version, and what is not ready', async () => {
    show(null)
    const rows = within(await screen.findByRole('table', { name: 'Services' })).getAllByRole('row')
    const texts = ['ServiceVersionState', 'gateway0.3.0Ready', 'salesUnknownNot ready']
    expect(rows.map(({ textContent }) => textContent)).toEqual(texts)
    expect(screen.queryByText('Last backup')).toBeNull()
  })

  it('says how full the disk is, and when the last backup was made', async () => {
    const verified = { target: '/mnt/usb/2026-11-25.mmsb', verifiedAt: '2026-11-24T20:31:00.000Z' }
    const lastBackup = { ...backup, ...verified, bytes: 52_428_800 }
    show({ disk, lastBackup, backupIsOld: false })
    await screen.findByText('58 %')
    screen.getByText('42 GB free of 100 GB')
    screen.getByText('52 MB, /mnt/usb/2026-11-25.mmsb')
    screen.getByText(/Verified:/)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each([
    ['The disk is almost full.', 9_000_000_000, null, false],
    ['There is no backup.', disk.freeBytes, null, true],
    ['The last backup is old.', disk.freeBytes, backup, true],
  ])('warns: %s', async (title, freeBytes, lastBackup, backupIsOld) => {
    show({ disk: { ...disk, freeBytes }, lastBackup, backupIsOld })
    expect((await screen.findByRole('alert')).textContent).toContain(title)
    expect(screen.queryByText('Never') === null).toBe(lastBackup !== null)
  })

  it('makes a backup on demand, and shows the new one or the reason', async () => {
    let lastBackup: LastBackup | null = null
    const make = vi.fn<() => unknown>(() => {
      lastBackup = { ...backup, target: '/mnt/usb', bytes: 1_500 }
      return {}
    })
    openShell('/status', {
      'GET /api/status': () => ({ services, machine: { disk, lastBackup, backupIsOld: false } }),
      'POST /api/status/backup': make,
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Back up now' }))
    await screen.findByText('The backup is made')
    await screen.findByText('1.5 KB, /mnt/usb')
    make.mockImplementation(() => problem(409, 'The disk is full.'))
    fireEvent.click(screen.getByRole('button', { name: 'Back up now' }))
    await screen.findByText('Error 409: The disk is full.')
  })
})

it('counts bytes in thousands', () => {
  expect([999, 9_960_000_000].map(formatBytes)).toEqual(['999 B', '10.0 GB'])
})
