import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { StartupError } from '../config/config.ts'

const sslModes = ['DISABLED', 'REQUIRED', 'VERIFY_CA', 'VERIFY_IDENTITY']

function readCa(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    const sentence = `The file ${file} that ssl-ca of DATABASE_URL names cannot be read (${code}).`
    throw new StartupError(sentence, { cause })
  }
}

/** URLs have IPv6 addresses in brackets, drivers expect them without. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')
const nodeOf = (url: URL) => ({ host: hostOf(url), port: Number(url.port || 3306) })

/** Rejects unknown parameters: a misspelt `ssl-mode` would mean no encryption. */
function tlsOf(url: URL) {
  const { 'ssl-mode': mode = 'DISABLED', 'ssl-ca': caFile, ...others } = Object.fromEntries(url.searchParams)
  const { cluster, nodes, ...unknown } = others
  const [stranger] = Object.keys(unknown)
  if (stranger !== undefined) {
    throw new StartupError(
      `DATABASE_URL has an unknown parameter ${stranger}. Known: ssl-mode, ssl-ca, cluster and nodes.`,
    )
  }
  if (!sslModes.includes(mode)) {
    throw new StartupError(`DATABASE_URL: ssl-mode must be one of ${sslModes.join(', ')}.`)
  }
  if (mode.startsWith('VERIFY_') !== (caFile !== undefined)) {
    throw new StartupError('DATABASE_URL: ssl-ca and ssl-mode VERIFY_CA or VERIFY_IDENTITY need each other.')
  }
  if (mode === 'VERIFY_IDENTITY' && isIP(hostOf(url)) !== 0) {
    throw new StartupError(
      'ssl-mode VERIFY_IDENTITY of DATABASE_URL needs the name of a host, not its address.',
    )
  }
  if (mode === 'DISABLED') return undefined
  return {
    ...(caFile !== undefined && { ca: readCa(caFile) }),
    rejectUnauthorized: mode !== 'REQUIRED',
    verifyIdentity: mode === 'VERIFY_IDENTITY',
    minVersion: 'TLSv1.2' as const,
  }
}

/**
 * Parses `mysql://user:password@host:port/…?ssl-mode=VERIFY_IDENTITY&ssl-ca=/path/ca.pem`. `ssl-mode`: `DISABLED`
 * (default), `REQUIRED` (encrypted, any server), `VERIFY_CA` (checks the certificate by `ssl-ca`) or `VERIFY_IDENTITY`
 * (checks the host name too). Throws a `StartupError` for other values and unreadable files.
 */
export function mysqlServer(url: URL) {
  const ssl = tlsOf(url)
  return {
    ...nodeOf(url),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    ...(ssl && { ssl }),
  }
}

export type MysqlNode = ReturnType<typeof nodeOf>

/**
 * Parses `?cluster=galera&nodes=two:3306,three:3306` into servers in order of preference. Without `nodes` the address
 * is a proxy. Undefined without `cluster`. Throws a `StartupError` for invalid values.
 */
export function clusterNodes(url: URL): MysqlNode[] | undefined {
  const { cluster, nodes } = Object.fromEntries(url.searchParams)
  if (cluster === undefined && nodes === undefined) return undefined
  if (cluster !== 'galera') {
    throw new StartupError('DATABASE_URL: cluster must be galera, together with nodes.')
  }
  const others = nodes?.split(',').map((node) => {
    const address = `mysql://${node}`
    const isPlace = URL.canParse(address) && /^[^/@?#]+$/.test(node)
    if (!isPlace) throw new StartupError('DATABASE_URL: nodes must be host:port,host:port,…')
    return new URL(address)
  })
  return [url, ...(others ?? [])].map(nodeOf)
}
