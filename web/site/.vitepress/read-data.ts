import { fileURLToPath } from 'node:url';
import { loadConfigFromFile } from 'vite';

/**
 * What a data loader beside this file gives, loaded as VitePress loads data: what the configuration imports starts the development
 * server anew when it changes.
 */
export async function readData<Data>(name: string): Promise<Data> {
  const path = fileURLToPath(new URL(name, import.meta.url));
  const loader = await loadConfigFromFile({ command: 'build', mode: 'production' }, path);
  return (loader?.config as unknown as { load(): Promise<Data> }).load();
}
