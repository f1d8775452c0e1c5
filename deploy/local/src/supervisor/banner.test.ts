import { expect, test } from 'vitest'
import { readyWords } from './banner.ts'

const config = {
  PORT: 5000,
  HOST: '127.0.0.1',
  DATA_DIR: '/data',
  LOG_LEVEL: 'info' as const,
  BACKUP_HOURS: 24,
  BACKUP_KEEP: 14,
}

test('prints the address, and where things are', () => {
  const words = readyWords(config, undefined)
  expect(words).toContain('Ready: http://localhost:5000\n')
  expect(words).not.toContain('WARNING')
})

test('says where backups go, and that none are made where their key is missing', () => {
  expect(readyWords(config, undefined)).not.toContain('ackup')
  const to = { ...config, BACKUP_TO: '/media/disk' }
  expect(readyWords({ ...to, BACKUP_KEY: 'key' }, undefined)).toContain('Backups: each 24 h to /media/disk\n')
  expect(readyWords(to, undefined)).toContain('WARNING: no backups are made.')
})

test('warns that a network reaches the suite in plain text, and does not once browsers come over https', () => {
  expect(readyWords({ ...config, HOST: '0.0.0.0' }, undefined)).toContain(
    'WARNING: passwords cross the network in plain text',
  )
  // Without it all clients behind that proxy share one limit of logins.
  expect(readyWords({ ...config, HOST: '0.0.0.0' }, undefined)).toContain(
    'PUBLIC_ORIGIN=https://… TRUST_PROXY=1',
  )
  const words = readyWords(
    { ...config, HOST: '0.0.0.0', PUBLIC_ORIGIN: 'https://pharmacy.example' },
    undefined,
  )
  expect(words).toContain('Browsers use: https://pharmacy.example\n')
  expect(words).not.toContain('WARNING')
})
