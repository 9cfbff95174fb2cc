FROM node:24-slim AS build
WORKDIR /app
ENV PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npx tsx db/seed/places.ts && NODE_ENV=production npm run build && npm prune --omit=dev

FROM node:24-slim
WORKDIR /app
# For names on pictures in scripts that the display face lacks.
RUN apt-get update && apt-get install -y --no-install-recommends fonts-dejavu-core && rm -rf /var/lib/apt/lists/*
# Decoding pictures on several threads would otherwise make the C library keep a memory arena for each.
ENV NODE_ENV=production DATA_DIR=/data MALLOC_ARENA_MAX=2
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/build ./build
COPY --from=build /app/bin/entrypoint.sh ./bin/
COPY --from=build /app/db/migrations ./db/migrations
COPY --from=build /app/app/languages ./app/languages
COPY --from=build /app/db/places.sqlite /app/db/known-artists.tsv ./db/
ENTRYPOINT ["bin/entrypoint.sh"]
CMD ["node", "build/server/index.js"]
