import { isPrivate } from '@mms/service-kit/open-network'
import { type LocalConfig, suiteAddress } from '../config.ts'
import type { FirstAdmin } from './suite.ts'

/** The gateway's log gives the reason; this gives the remedy. */
const PLAIN_TEXT_WARNING =
  'WARNING: passwords cross the network in plain text. Put a proxy with a certificate in front and start with ' +
  'PUBLIC_ORIGIN=https://… TRUST_PROXY=1, or with HOST=127.0.0.1 for this machine alone.'

const NO_BACKUPS_WARNING =
  'WARNING: no backups are made. BACKUP_TO says where to, and BACKUP_KEY_FILE must name the file of their key: npm run backup -- --new-key FILE makes one.'

export function signInText({ email, password }: FirstAdmin): string {
  return password
    ? `Sign in as ${email} with the password ${password} (shown only this once; you choose your own as you sign in).`
    : `Sign in as ${email} with the password from ADMIN_PASSWORD.`
}

function backupWords(config: LocalConfig): string[] {
  const { BACKUP_TO, BACKUP_KEY, BACKUP_HOURS, DATABASE_URL } = config
  if (BACKUP_TO === undefined) return []
  if (BACKUP_KEY === undefined) return [NO_BACKUPS_WARNING]
  const what = DATABASE_URL ? 'Backups of keys and areas, not of the database server' : 'Backups'
  return [`${what}: each ${BACKUP_HOURS} h to ${BACKUP_TO}`]
}

export function readyText(config: LocalConfig, admin: FirstAdmin | undefined): string {
  return [
    '',
    `Ready: ${suiteAddress(config)}`,
    ...(config.PUBLIC_ORIGIN ? [`Browsers use: ${config.PUBLIC_ORIGIN}`] : []),
    ...(isPrivate(config) ? [] : [PLAIN_TEXT_WARNING]),
    admin ? signInText(admin) : 'Sign in with your account.',
    `Data and logs: ${config.DATA_DIR}`,
    ...backupWords(config),
    'Stop with Ctrl-C.',
    '',
  ].join('\n')
}
