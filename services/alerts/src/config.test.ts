import { loadConfig, StartupError } from '@mms/service-kit'
import { expect, test } from 'vitest'
import { SECRET } from '../test/sending.ts'
import { settings } from './config.ts'

const NOWHERE = 'http://127.0.0.1:1'
const urls = { JWKS_URL: NOWHERE, INVENTORY_URL: NOWHERE, ANALYTICS_URL: NOWHERE }
const load = (env: Record<string, string>) =>
  loadConfig(settings, { PORT: '0', DATABASE_URL: 'sqlite:/x', ...urls, ...env })

test.each([
  [{ ALERT_WEBHOOK_URL: 'https://receiver.test' }, 'ALERT_WEBHOOK_SECRET'],
  [{ ALERT_WEBHOOK_URL: 'file:///etc/passwd', ALERT_WEBHOOK_SECRET: SECRET }, 'ALERT_WEBHOOK_URL'],
  [{ ALERT_WEBHOOK_URL: 'https://receiver.test', ALERT_WEBHOOK_SECRET: 'short' }, 'ALERT_WEBHOOK_SECRET'],
  [{ ALERT_MAIL_TO: 'a@b.test' }, 'SMTP_URL'],
  [{ ALERT_DIGEST_HOUR: '24' }, 'ALERT_DIGEST_HOUR'],
])('half a setting is a reason not to start: %j', (env, named) => {
  expect(() => load(env)).toThrow(named)
})

test('an address that nobody can call is a reason not to start, and is not told', () => {
  const url = 'https://user:hidden@receiver.test'
  const start = () => load({ ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: SECRET })
  const sentence =
    'ALERT_WEBHOOK_URL: must not contain a user name or a password: such an address cannot be called'
  expect(start).toThrow(new StartupError(`Invalid configuration: ${sentence}.`))
})
