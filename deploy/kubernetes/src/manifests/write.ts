import { join } from 'node:path'
import type { ServiceList } from '@mms/service-kit'
import { stringify } from 'yaml'
import type { Deployable } from '../deployables.ts'
import { edgesOf, networkPolicy } from './network.ts'
import { completeLists } from './overlays.ts'
import { base, readSettings } from './settings.ts'
import { firstAreas, ingress, suiteOf } from './suite.ts'
import { workloadOf } from './workload.ts'

const HEAD = '# Written by npm run manifests: change deployable.json beside it, or deploy/services.json.\n'

const toYaml = (documents: object[]) =>
  HEAD + documents.map((each) => stringify(each, { aliasDuplicateObjects: false })).join('---\n')

const kustomization = (resources: string[]) =>
  HEAD + stringify({ apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization', resources })

/** Every file that is written: its path, and what it holds. */
export function writeManifests(list: ServiceList, deployables: Deployable[]): Map<string, string> {
  const shell = deployables.find(({ kind }) => kind === 'shell') as Deployable
  const edges = edgesOf(list, deployables)
  const documentsOf = (deployable: Deployable) => {
    const settings = readSettings(deployable)
    return [
      ...workloadOf(deployable, settings, shell),
      networkPolicy(deployable, settings, edges),
      ...(deployable.kind === 'gateway' ? [ingress] : []),
    ]
  }
  const folders: [string, object[]][] = [
    ...deployables
      .filter(({ kind }) => kind !== 'shell')
      .map((each): [string, object[]] => [each.name, documentsOf(each)]),
    ['suite', suiteOf(list)],
    ['areas', [firstAreas(deployables)]],
  ]
  return new Map([
    ...folders.flatMap(([name, documents]): [string, string][] => [
      [join(base, name, 'manifests.yaml'), toYaml(documents)],
      [join(base, name, 'kustomization.yaml'), kustomization(['manifests.yaml'])],
    ]),
    ...completeLists(deployables, HEAD),
  ])
}
