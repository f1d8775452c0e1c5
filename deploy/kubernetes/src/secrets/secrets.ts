import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import type { ServiceList } from '@mms/service-kit'
import type { IConfigMap, ISecret } from 'kubernetes-models/v1'

export interface SecretOptions {
  list: ServiceList
  /** `mysql://…` of a service's database for its pods or its migration job. The user must see no other database. */
  databaseOf: (service: string, by: 'pods' | 'migration') => string
  admin: { email: string; password: string }
}

const pem = (key: KeyObject, type: 'pkcs8' | 'spki') => key.export({ type, format: 'pem' }).toString()

const secret = (name: string, stringData: Record<string, string>): ISecret => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name },
  type: 'Opaque',
  stringData,
})

/** The first secrets of a cluster: keys of identity and of each service. The list of callers is not secret. */
export function makeSecrets({ list, databaseOf, admin }: SecretOptions): (ISecret | IConfigMap)[] {
  const { identity: _identity, ...others } = list
  const { privateKey: signing } = generateKeyPairSync('rsa', { modulusLength: 3_072 })
  const keys = Object.keys(others).map((name) => ({
    name,
    ...generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  }))
  const callers = keys.map(({ name, publicKey }) => [
    name,
    { key: pem(publicKey, 'spki'), follows: list[name]?.follows ?? [] },
  ])
  return [
    secret('identity', {
      DATABASE_URL: databaseOf('identity', 'pods'),
      SIGNING_KEY: pem(signing, 'pkcs8'),
      SEALING_KEY: randomBytes(32).toString('base64'),
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    }),
    ...keys.map(({ name, privateKey }) =>
      secret(name, { DATABASE_URL: databaseOf(name, 'pods'), SERVICE_KEY: pem(privateKey, 'pkcs8') }),
    ),
    ...Object.keys(list).map((name) =>
      secret(`${name}-migrate`, { DATABASE_URL: databaseOf(name, 'migration') }),
    ),
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'service-callers' },
      data: { 'service-callers.json': JSON.stringify(Object.fromEntries(callers), null, 2) },
    },
  ]
}
