import { randomBytes } from 'node:crypto'
import { loadConfig } from '@mms/service-kit/config'
import { stringify } from 'yaml'
import { z } from 'zod'
import { readServices } from '../deployables.ts'
import { makeSecrets } from './secrets.ts'

const schema = z.object({
  /** Database server. All services use its user and password until operators give each its own. */
  DATABASE_SERVER: z.url({ protocol: /^mysql$/, error: 'must be mysql://user:password@host:3306' }),
  ADMIN_EMAIL: z.email(),
})

/** `npm run -s secrets | kubectl apply -n mms-production -f -` runs once, for a new cluster. */
const { DATABASE_SERVER, ADMIN_EMAIL } = loadConfig(schema)
const databaseOf = (service: string) => new URL(`/${service}`, DATABASE_SERVER).href
const admin = { email: ADMIN_EMAIL, password: randomBytes(12).toString('base64url') }
console.log(
  makeSecrets({ list: readServices(), databaseOf, admin })
    .map((document) => stringify(document))
    .join('---\n'),
)
