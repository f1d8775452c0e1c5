import { join } from 'node:path'
import { stringify } from 'yaml'
import { type Deployable, root } from '../deployables.ts'

export const overlays: string = join(root, 'deploy/kubernetes/overlays')

/** Clusters of which each deployable has a version of its own; `local` runs what was built here. */
const CLUSTERS = ['staging', 'production']
const SHARED = ['suite']

const kustomization = (content: object) =>
  stringify({ apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization', ...content })

/** The shell is a part of each pod of the gateway, and its version stands beside the gateway's. */
const isPod = ({ kind }: Deployable) => kind !== 'shell'
const withShell = ({ name, kind }: Deployable, shell: Deployable) =>
  kind === 'gateway' ? [name, shell.name] : [name]

const image = (registry: string, name: string, newTag: string) => ({
  name: `mms/${name}`,
  newName: `${registry}/mms/${name}`,
  newTag,
})

/** Folders of teams: written once, with the version that is there, and theirs from then on. */
export function firstVersions(deployables: Deployable[]): Map<string, string> {
  const shell = deployables.find(({ kind }) => kind === 'shell') as Deployable
  const ofCluster = (cluster: string) =>
    deployables.filter(isPod).map((each): [string, string] => [
      join(overlays, cluster, each.name, 'kustomization.yaml'),
      kustomization({
        namespace: `mms-${cluster}`,
        resources: [`../../../base/${each.name}`],
        images: withShell(each, shell).map((name) => image('registry.example', name, each.version)),
      }),
    ])
  return new Map(CLUSTERS.flatMap(ofCluster))
}

/** What an overlay consists of: everything that is deployed. */
export function completeLists(deployables: Deployable[], head: string): Map<string, string> {
  const shared = SHARED.map((name) => `../../../base/${name}`)
  const pods = deployables.filter(isPod).map(({ name }) => name)
  const ofCluster = (cluster: string): [string, string] => [
    join(overlays, cluster, 'all/kustomization.yaml'),
    head + kustomization({ resources: [...shared, ...pods.map((name) => `../${name}`)] }),
  ]
  const local = kustomization({
    resources: [...shared, '../../../base/areas', ...pods.map((name) => `../../../base/${name}`)],
    images: deployables.map(({ name }) => image('localhost', name, 'local')),
  })
  return new Map([...CLUSTERS.map(ofCluster), [join(overlays, 'local/all/kustomization.yaml'), head + local]])
}
