import type { LastBackup, SuiteStatus } from '@mms/contracts'
import { problem, signInAs, stubApi } from '@mms/sdk/test-support'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { freshPage, openShell, quiet } from '../../test/support.tsx'
import { formatBytes } from './status-page.tsx'

const services = [
  { name: 'gateway', version: '0.3.0', ready: true },
  { name: 'sales', version: null, ready: false },
]
const answer = (machine: SuiteStatus['machine']) => ({ ...quiet, 'GET /api/status': { services, machine } })
const disk = { totalBytes: 100_000_000_000, freeBytes: 42_000_000_000 }

beforeEach(() => {
  freshPage()
  signInAs('admin')
})

describe('the status', () => {
  it('names what runs, its version, and what is not ready', async () => {
    stubApi(answer(null))
    openShell('/status')
    const rows = within(await screen.findByRole('table', { name: 'Services' })).getAllByRole('row')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'ServiceVersionState',
      'gateway0.3.0Ready',
      'salesUnknownNot ready',
    ])
    expect(screen.queryByText('Last backup')).toBeNull()
  })

  it('says how full the disk is, and when the last backup was made', async () => {
    const lastBackup = {
      finishedAt: '2026-11-24T20:30:00.000Z',
      target: '/mnt/usb/2026-11-25.mmsb',
      verifiedAt: '2026-11-24T20:31:00.000Z',
      bytes: 52_428_800,
    }
    stubApi(answer({ disk, lastBackup, backupIsOld: false }))
    openShell('/status')
    expect(await screen.findByText('58 %')).toBeTruthy()
    expect(screen.getByText('42 GB free of 100 GB')).toBeTruthy()
    expect(screen.getByText('52 MB, /mnt/usb/2026-11-25.mmsb')).toBeTruthy()
    expect(screen.getByText(/Verified:/)).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('warns of a disk that is almost full, and of no backup', async () => {
    stubApi(answer({ disk: { ...disk, freeBytes: 9_000_000_000 }, lastBackup: null, backupIsOld: false }))
    openShell('/status')
    expect((await screen.findByRole('alert')).textContent).toContain('The disk is almost full.')
    expect(screen.getByText('Never')).toBeTruthy()
  })

  it.each([
    ['There is no backup.', null],
    ['The last backup is old.', { finishedAt: '2026-11-24T20:30:00.000Z', target: '/mnt', bytes: 1 }],
  ])('warns: %s', async (title, lastBackup) => {
    stubApi(answer({ disk, lastBackup, backupIsOld: true }))
    openShell('/status')
    expect((await screen.findByRole('alert')).textContent).toContain(title)
  })

  it('makes a backup on demand, and shows the new one or the reason', async () => {
    let lastBackup: LastBackup | null = null
    const make = vi.fn<() => unknown>(() => {
      lastBackup = { finishedAt: '2026-11-24T20:30:00.000Z', target: '/mnt/usb', bytes: 1_500 }
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
