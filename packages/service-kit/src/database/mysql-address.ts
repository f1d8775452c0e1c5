import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { StartupError } from '../config.ts'

/** How a connection to the server is protected; the words of MySQL's own clients. */
const sslModes = ['DISABLED', 'REQUIRED', 'VERIFY_CA', 'VERIFY_IDENTITY']

/** How several servers hold the same databases. */
const clusters = ['galera']

interface MysqlTls {
  ca?: string
  rejectUnauthorized: boolean
  verifyIdentity: boolean
  minVersion: 'TLSv1.2'
}

/** What a driver needs to reach the server of an address. */
interface MysqlServer {
  host: string
  port: number
  user: string
  password: string
  ssl?: MysqlTls
}

function readCa(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new StartupError(`The file ${file} that ssl-ca of DATABASE_URL names cannot be read (${code}).`, {
      cause,
    })
  }
}

/** Drivers take the address `::1`; a URL has it in brackets. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

/** What the address says of TLS. What is not understood is refused, or a misspelt parameter would mean plain text. */
function tlsOf(url: URL): MysqlTls | undefined {
  const { 'ssl-mode': mode = 'DISABLED', 'ssl-ca': caFile, ...others } = Object.fromEntries(url.searchParams)
  const { cluster, nodes, ...unknown } = others
  const [stranger] = Object.keys(unknown)
  if (stranger !== undefined) {
    throw new StartupError(
      `DATABASE_URL has an unknown parameter ${stranger}; known are ssl-mode, ssl-ca, cluster and nodes.`,
    )
  }
  if (!sslModes.includes(mode)) {
    throw new StartupError(`ssl-mode of DATABASE_URL must be one of ${sslModes.join(', ')}.`)
  }
  if (mode.startsWith('VERIFY_') !== (caFile !== undefined)) {
    throw new StartupError(
      'In DATABASE_URL ssl-ca goes with ssl-mode VERIFY_CA or VERIFY_IDENTITY, and they with it.',
    )
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
    minVersion: 'TLSv1.2',
  }
}

/**
 * The server of `mysql://user:password@host:port/…?ssl-mode=VERIFY_IDENTITY&ssl-ca=/path/ca.pem`.
 * `ssl-mode` is `DISABLED` (the default), `REQUIRED` (encrypted, with any server), `VERIFY_CA` (its certificate
 * is of `ssl-ca`) or `VERIFY_IDENTITY` (and names the host). Throws a `StartupError` for any other parameter or value,
 * and when the file cannot be read.
 */
export function mysqlServer(url: URL): MysqlServer {
  const ssl = tlsOf(url)
  return {
    host: hostOf(url),
    port: Number(url.port || 3306),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    ...(ssl && { ssl }),
  }
}

/** A server of a cluster. */
export interface MysqlNode {
  host: string
  port: number
}

/**
 * The servers of `mysql://user:password@one:3306/…?cluster=galera&nodes=two:3306,three:3306`, in the order in which this
 * process prefers them; without `nodes` the one address is a proxy before them. Undefined where `cluster` is not given.
 * Throws a `StartupError` for what makes no sense.
 */
export function clusterNodes(url: URL): MysqlNode[] | undefined {
  const { cluster, nodes } = Object.fromEntries(url.searchParams)
  if (cluster === undefined && nodes === undefined) return undefined
  if (cluster === undefined || !clusters.includes(cluster)) {
    throw new StartupError(`cluster of DATABASE_URL must be ${clusters.join(', ')}, and goes with nodes.`)
  }
  const others = nodes?.split(',').map((node) => {
    const address = `mysql://${node}`
    const isPlace = URL.canParse(address) && /^[^/@?#]+$/.test(node)
    if (!isPlace) throw new StartupError('nodes of DATABASE_URL must be host:port,host:port,… .')
    return new URL(address)
  })
  return [url, ...(others ?? [])].map((each) => ({ host: hostOf(each), port: Number(each.port || 3306) }))
}
