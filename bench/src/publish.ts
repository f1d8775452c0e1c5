import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadWhileShipping, publishBuild, startRealGateway } from '../../gateway/test/page-loads.ts'

const LOADS = 20_000

export async function publish(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mms-publish-'))
  await writeFile(join(folder, 'areas.json'), '{}')
  await publishBuild(folder, 'first')
  const gateways = [await startRealGateway(folder), await startRealGateway(folder)]
  try {
    const urls = gateways.map(({ url }) => url)
    const { loads, shipped, builds, failures } = await loadWhileShipping(folder, urls, LOADS)
    return [
      '## Publishing under load, two gateways',
      '',
      `- ${loads} loads, ${shipped} builds published, ${builds.size} of them seen: **${failures.length} failed**`,
      ...[...new Set(failures)].map((failure) => `  ${failure}`),
    ].join('\n')
  } finally {
    for (const gateway of gateways) await gateway.kill()
    await rm(folder, { recursive: true })
  }
}
