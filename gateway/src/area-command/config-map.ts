import { execFile } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { chainedLine, StartupError } from '@mms/service-kit'
import { type LogEntry, parseList, type StoredList, toJsonText } from './stored-list.ts'

interface ConfigMap {
  metadata: { resourceVersion: string }
  data?: Record<string, string>
}

const LIST = 'areas.json'
const LOG = 'areas.log'
/** Keeps the log within the 1 MiB limit of a ConfigMap. */
const MAX_LOG_LINES = 1_000
/** Time until every kubelet knows the new ConfigMap; only then are its pods annotated. */
const WATCH_MS = 1_000

const run = promisify(execFile)

async function kubectl(args: string[], input = ''): Promise<string> {
  const running = run('kubectl', args, { maxBuffer: 16 * 1024 * 1024 })
  // If the program is missing, its stdin closes early.
  running.child.stdin?.on('error', () => {}).end(input)
  try {
    return (await running).stdout
  } catch (cause) {
    const { stderr = '', message } = cause as Error & { stderr?: string }
    const [reason] = stderr.trim().split('\n')
    throw new StartupError(`kubectl: ${reason || message}`, { cause })
  }
}

const isConflict = (error: unknown) => error instanceof StartupError && error.message.includes('(Conflict)')

const withLine = (log: string, entry: LogEntry) =>
  `${[...log.trimEnd().split('\n'), chainedLine(log, entry).trimEnd()].filter(Boolean).slice(-MAX_LOG_LINES).join('\n')}\n`

/** Keeps list and log in one ConfigMap, so that both change together. Retries once after a conflict. */
export function createConfigMapList(title: string, pods: string): StoredList {
  const [namespace = '', name = ''] = title.split('/')
  const address = `/api/v1/namespaces/${namespace}/configmaps/${name}`

  const read = async () => JSON.parse(await kubectl(['get', '--raw', address])) as ConfigMap
  const listOf = ({ data }: ConfigMap) => parseList(data?.[LIST] ?? '{}', title)

  const changeOnce: StoredList['change'] = async (entry, change) => {
    const map = await read()
    const next = await change(listOf(map))
    const data = { ...map.data, [LIST]: toJsonText(next), [LOG]: withLine(map.data?.[LOG] ?? '', entry) }
    const args = ['replace', '--validate=false', '--raw', address, '-f', '-']
    await kubectl(args, JSON.stringify({ ...map, data }))
    return next
  }

  /** A kubelet refreshes mounted files about once a minute, or at once when a pod's annotations change. */
  const refreshPods = async (at: string) => {
    await setTimeout(WATCH_MS)
    const args = ['annotate', 'pods', '-n', namespace, '-l', pods, '--overwrite', `mms/areas-changed=${at}`]
    await kubectl(args).catch((error: Error) => {
      console.error(
        `Changed. Gateways follow within 90 s, because their pods were not annotated: ${error.message}`,
      )
    })
  }

  return {
    read: async () => listOf(await read()),
    async change(entry, change) {
      const next = await changeOnce(entry, change).catch((error: unknown) => {
        if (!isConflict(error)) throw error
        return changeOnce(entry, change)
      })
      await refreshPods(entry.at)
      return next
    },
  }
}
