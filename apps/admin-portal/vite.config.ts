import { portalConfig } from '@clearcall/ui/build/portal-config.ts';
import { defineConfig, loadEnv } from 'vite';

export default defineConfig(({ mode }) => {
  const environment = loadEnv(mode, '.', ['CLEARCALL_', 'PORTAL_']);
  return portalConfig({
    base: '/admin/',
    port: Number(environment.PORTAL_PORT ?? 3851),
    api: environment.CLEARCALL_API ?? 'http://127.0.0.1:3001',
  });
});
