import { Compilation, type Compiler, type RspackPluginInstance, sources } from '@rspack/core'

const stages = {
  first: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL,
  beforeNames: Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH - 1,
  afterNames: Compilation.PROCESS_ASSETS_STAGE_REPORT,
}

export const toRawSource = (text: string) => new sources.RawSource(text)

export function assetPlugin(
  name: string,
  stage: keyof typeof stages,
  work: (compilation: Compilation) => void | Promise<void>,
): RspackPluginInstance {
  return {
    apply({ hooks }: Compiler): void {
      hooks.thisCompilation.tap(name, (compilation) => {
        const options = { name, stage: stages[stage] }
        compilation.hooks.processAssets.tapPromise(options, async () => work(compilation))
      })
    },
  }
}
