import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createLogger, StartupError } from '@mms/service-kit'
import { type AreaList, isOrigin, type PublishedArea } from '../areas/area-list.ts'
import { locationOf } from '../areas/choose-build.ts'
import { createManifests } from '../areas/manifests.ts'
import { blockBuild, dropOldBuilds, pinBuild, rollBack, startCanary, unblockBuild } from './changes.ts'
import { compareBuilds, findShellMismatches, readMetrics } from './comparison.ts'
import { openPublishTargets } from './config.ts'
import { removeBuilds } from './files.ts'
import { publish } from './publish.ts'

function stateOf({ stable, canary, blocked }: PublishedArea, id: string): string {
  if (blocked.includes(id)) return 'blocked'
  if (id === stable) return 'stable'
  if (canary?.build !== id) return ''
  const people = canary.people.length > 0 ? ` and ${canary.people.join(', ')}` : ''
  return `canary ${canary.percent} %${people}`
}

function describe(name: string, source: AreaList[string]): string {
  if (typeof source === 'string') return `${name}: not published, live from ${source}`
  const lines = source.builds.toReversed().map((build) => {
    const { id, version, commit = '-', publishedAt, publishedBy } = build
    const columns = [id, version, commit, publishedAt, publishedBy, stateOf(source, id)]
    return `  ${columns.join('  ')}`.trimEnd()
  })
  const urgent = source.urgent === undefined ? [] : [`  urgent: ${source.urgent}`]
  return [`${name}:`, ...lines, ...urgent].join('\n')
}

const usage = `npm run area -- COMMAND AREA …
  status [AREA]                      what is live, which builds are published, and how the stable one and the canary do
  publish AREA [--from mf-AREA/dist] lists a build; the first of an area is stable at once
  pin AREA BUILD                     makes a build the stable one
  canary AREA BUILD PERCENT [WHO …]  gives a build to a share of the people, and to WHO (id or email address)
  rollback AREA                      ends the canary; without one, goes back to what was stable before
  block AREA BUILD                   lets no page load a build any more
  unblock AREA BUILD
With --urgent "REASON" open pages are asked to load again at once; --file names the list of areas (AREAS_FILE, or
AREAS_CONFIGMAP=namespace/name), --by who does it, --commit the commit of a build, --store the folder of builds (else
AREAS_BUCKET, or areas beside the list), --metrics where the numbers of a gateway of another machine are (again for each).`

const options = {
  file: { type: 'string' },
  from: { type: 'string' },
  store: { type: 'string' },
  by: { type: 'string' },
  commit: { type: 'string' },
  urgent: { type: 'string' },
  metrics: { type: 'string', multiple: true },
} as const

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']
type Arguments = { positionals: string[]; values: Values }

async function pathsOf(list: AreaList): Promise<Map<string, string[]>> {
  const manifestOf = createManifests(createLogger({ name: 'area', level: 'silent' }))
  const entries = Object.entries(list).map(async ([name, source]) => {
    const location = typeof source === 'string' ? source : locationOf(source.source, source.stable)
    return [name, (await manifestOf(name, location))?.routes ?? []] as const
  })
  return new Map(await Promise.all(entries))
}

function published(list: AreaList, name: string): PublishedArea {
  const area = list[name]
  if (typeof area === 'object') return area
  throw new StartupError(
    area === undefined ? `There is no area ${name}.` : `No build of ${name} is published.`,
  )
}

type Change = (area: PublishedArea, details: string[]) => PublishedArea

const changes: Record<string, Change> = {
  pin: (area, [build = '']) => pinBuild(area, build),
  canary: (area, [build = '', percent, ...people]) => startCanary(area, build, Number(percent), people),
  rollback: rollBack,
  block: (area, [build = '']) => blockBuild(area, build),
  unblock: (area, [build = '']) => unblockBuild(area, build),
}

async function run({ positionals, values }: Arguments): Promise<string> {
  const [command = '', name, ...details] = positionals
  const { list, bucket, sourceOf, file } = openPublishTargets(values)
  if (command === 'status') {
    const entries = Object.entries(await list.read()).filter(([each]) => !name || each === name)
    if (entries.length === 0) throw new StartupError(`There is no area ${name}.`)
    const texts = await readMetrics(values.metrics ?? [], file)
    const show = ([each, source]: [string, AreaList[string]]) =>
      typeof source === 'object' && texts.length > 0
        ? [describe(each, source), ...compareBuilds(each, source, texts)]
        : [describe(each, source)]
    return entries.flatMap((entry) => show(entry)).join('\n')
  }
  const change = changes[command]
  if (!name || (command !== 'publish' && !change)) throw new StartupError(usage)
  const now = new Date()
  const who = values.by ?? userInfo().username
  const from = resolve(values.from ?? `mf-${name}/dist`)
  const plan = { area: name, from, sourceOf, bucket, commit: values.commit, who, now, pathsOf }
  let dropped: string[] = []
  const line = {
    at: now.toISOString(),
    who,
    area: name,
    command: positionals.join(' '),
    urgent: values.urgent,
  }
  const after = await list.change(line, async (before) => {
    const area = change ? change(published(before, name), details) : await publish(before, plan)
    const kept = dropOldBuilds({ ...area, urgent: values.urgent }, now)
    dropped = kept.dropped
    return { ...before, [name]: kept.area }
  })
  const { source, builds } = published(after, name)
  if (command === 'pin' || command === 'canary') {
    const build = builds.find(({ id }) => id === details[0])
    const texts = await readMetrics(values.metrics ?? [], file)
    for (const line of build ? findShellMismatches(build, texts) : []) console.error(line)
  }
  if (!isOrigin(source) && existsSync(source)) await removeBuilds(source, dropped)
  // Only publishing needs access to the bucket.
  if (command === 'publish' && bucket?.isSource(name, source)) {
    const listed = builds.map(({ id }) => id)
    await bucket.sweep(name, listed, now).catch((error: Error) => {
      console.error(`Published. Old builds could not be removed from the bucket: ${error.message}`)
    })
  }
  return describe(name, after[name] ?? '')
}

try {
  console.log(await run(parseArgs({ options, allowPositionals: true })))
} catch (error) {
  const isMistyped = String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')
  if (!(error instanceof StartupError) && !isMistyped) throw error
  console.error((error as Error).message)
  process.exitCode = 1
}
