import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { StartupError } from '@mms/service-kit/config'
import { mysqlServer } from '@mms/service-kit/mysql-address'
import type { LogPlace } from './entries.ts'
import { isLogging, isMariaDb } from './mysql-log-place.ts'
import { besideOf, onServer, REPLACED_MARK, tablesOf } from './mysql-restore.ts'

interface Programs {
  /** Reads a log. */
  reader: string
  client: string
  isMaria: boolean
}

const isThere = (program: string) => spawnSync(program, ['--version']).status === 0

function findPrograms(isMaria: boolean): Programs {
  const pairs = [...(isMaria ? [['mariadb-binlog', 'mariadb']] : []), ['mysqlbinlog', 'mysql']]
  const [reader, client] = pairs.find((pair) => pair.every(isThere)) ?? []
  if (reader && client) return { reader, client, isMaria }
  throw new StartupError(
    `Nothing here reads a binary log: install ${pairs[0]?.join(' and ')}, the clients of the database server.`,
  )
}

/** How the programs reach the server of an address. */
function connectionArgs(url: URL, { isMaria }: Programs): string[] {
  const { host, port, user, ssl } = mysqlServer(url)
  const mode = url.searchParams.get('ssl-mode') ?? 'DISABLED'
  const ca = url.searchParams.get('ssl-ca')
  const maria = ssl ? ['--ssl', ...(ca ? ['--ssl-verify-server-cert'] : [])] : ['--skip-ssl']
  return [
    ...['--protocol=tcp', `--host=${host}`, `--port=${port}`, `--user=${user}`],
    ...(isMaria ? maria : [`--ssl-mode=${mode}`]),
    ...(ca ? [`--ssl-ca=${ca}`] : []),
  ]
}

/** The files of a log in a folder, from the one of a backup on. Throws when one is missing. */
function logFiles(folder: string, first: string): string[] {
  const stem = first.replace(/\d+$/, '')
  const number = (name: string) => Number(name.slice(stem.length))
  const files = readdirSync(folder)
    .filter((name) => name.startsWith(stem) && /^\d+$/.test(name.slice(stem.length)))
    .filter((name) => number(name) >= number(first))
    .toSorted((a, b) => number(a) - number(b))
  for (const [index, name] of files.entries()) {
    if (number(name) !== number(first) + index) break
    if (index === files.length - 1) return files.map((each) => join(folder, each))
  }
  throw new StartupError(`The binary log in ${folder} is not whole: it goes from ${first} on without a gap.`)
}

const isWarning = (line: string) => /^(warning|mysql: \[warning\])/i.test(line)

/** Waits for an end of the pipe; returns what it says when it failed. */
async function failureOf(child: ChildProcess): Promise<string | undefined> {
  const [words, [code, signal]] = await Promise.all([
    child.stderr ? text(child.stderr) : '',
    once(child, 'close') as Promise<[number | null, string | null]>,
  ])
  if (code === 0) return undefined
  const lines = words.split('\n').filter((line) => line.trim() !== '' && !isWarning(line))
  return lines.at(-1) ?? `it ended with ${signal ?? code}`
}

/** Statements whose text names a database, which would not be the one beside. */
const DROPS = /^\s*drop\s+(database|schema)\b/im
/** MariaDB's numbers of commits, which would come twice in its log. */
const NUMBERS = /^\/\*M?!100001 SET @@session\.gtid_seq_no=\d+\*\/\/\*!\*\/;\n/gm

/** Passes the lines of a log on without numbers of commits, unless a database was dropped in it. */
async function* replayable(log: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = ''
  for await (const piece of log) {
    // A character for each byte.
    const words = rest + piece.toString('latin1')
    const end = words.lastIndexOf('\n') + 1
    rest = words.slice(end)
    const lines = words.slice(0, end)
    if (DROPS.test(lines)) {
      throw new StartupError('A database was dropped before that moment: name one from before it was.')
    }
    yield Buffer.from(lines.replace(NUMBERS, ''), 'latin1')
  }
  yield Buffer.from(rest, 'latin1')
}

/** MySQL filters by the new names: what an earlier restore loaded has that name already, and is none of this. */
const filterOfMysql = (database: string, loaded: string) => [
  ...[`--rewrite-db=${loaded}->${database}_earlier`, `--database=${loaded}`, '--skip-gtids'],
]

interface Piped {
  log: LogPlace
  until: string
  source: (url: URL) => string[]
}

/** Has the log of one database replayed into the one beside. */
async function pipe(programs: Programs, url: URL, { log, until, source }: Piped): Promise<void> {
  const { database, loaded } = besideOf(url.href)
  const env = { PATH: process.env.PATH, TZ: 'UTC', MYSQL_PWD: mysqlServer(url).password }
  const reading = [
    ...['--no-defaults', '--verify-binlog-checksum', `--start-position=${log.position}`],
    `--stop-datetime=${until.slice(0, 19).replace('T', ' ')}`,
    `--rewrite-db=${database}->${loaded}`,
    ...(programs.isMaria ? [`--database=${database}`] : filterOfMysql(database, loaded)),
    ...source(url),
  ]
  const writing = ['--no-defaults', '--binary-mode', ...connectionArgs(url, programs)]
  const reader = spawn(programs.reader, reading, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const client = spawn(programs.client, writing, { env, stdio: ['pipe', 'ignore', 'pipe'] })
  const ended = Promise.all([failureOf(client), failureOf(reader)])
  const broken = await pipeline(reader.stdout, replayable, client.stdin).then(
    () => undefined,
    (error: Error) => error,
  )
  if (broken) for (const child of [reader, client]) child.kill()
  // Whoever writes to a client that has failed fails too.
  const [failed] = (await ended).filter((words) => words !== undefined)
  if (broken instanceof StartupError) throw broken
  const words = failed ?? broken?.message
  if (words !== undefined) throw new StartupError(`The binary log cannot be replayed: ${words}`)
}

interface LogOptions {
  /** Of the backup. */
  address: string
  log: LogPlace | undefined
  until: string
  /** Of copies of the log. */
  logFolder: string | undefined
}

const isMarked = (tables: string[]) => tables.includes(REPLACED_MARK)

const NONE = 'there is no binary log to go on by (log_bin of the server)'

async function askServer(url: string): Promise<{ logs: boolean; isMaria: boolean }> {
  return onServer(url, async (connection) => ({
    logs: await isLogging(connection),
    isMaria: await isMariaDb(connection),
  }))
}

/**
 * What replays a server's binary log from the moment of a backup to that of `until` into the database that was loaded beside the one of a URL.
 * All of a commit is in, or nothing of it. Throws a sentence when there is no such log.
 */
export async function openLog(urls: readonly string[], { address, log, until, logFolder }: LogOptions) {
  const [first = ''] = urls
  const { logs, isMaria } = await askServer(first)
  if (!log) throw new StartupError(`The backup ${address} ends where it was made: ${NONE} when it was.`)
  if (!logs && !logFolder) {
    throw new StartupError(
      `The backup ${address} ends where it was made: ${NONE}; --binary-log names its copies.`,
    )
  }
  const programs = findPrograms(isMaria)
  const source = (url: URL) =>
    logFolder
      ? logFiles(logFolder, log.file)
      : [...connectionArgs(url, programs), '--read-from-remote-server', '--to-last-log', log.file]
  return async (each: string): Promise<void> => {
    const { loaded } = besideOf(each)
    const hasMark = () => onServer(each, (connection) => tablesOf(connection, loaded)).then(isMarked)
    if (await hasMark()) throw new StartupError(`The backup ${address} was made while one was restored.`)
    await pipe(programs, new URL(each), { log, until, source })
    if (!(await hasMark())) return
    throw new StartupError(
      `A backup was restored between ${address} and ${until}: restore one that was made after that.`,
    )
  }
}
