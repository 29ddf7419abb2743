import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const room = process.env["CROUPIER_ROOM"] ?? "http://127.0.0.1:8000"; // the server for `npm run dev`

export default defineConfig({
  base: "/",
  plugins: [svelte()],
  build: {
    outDir: "../src/croupier/web/page",
    emptyOutDir: true,
    target: "es2023",
    assetsInlineLimit: 0, // no data: URLs: the content security policy names 'self' only
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { bundlerTimings: false } }, // do not warn about a slow machine
  },
  server: { fs: { allow: [".."] }, proxy: { "/api": room, "/ws": { target: room, ws: true } } },
  resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {},
  test: { environment: "happy-dom", include: ["src/**/*.test.ts"] },
});
