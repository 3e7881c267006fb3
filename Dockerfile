# The suite in a container that needs no compiler: libxml2-wasm validates.
#   docker build -t getdata-conformance .
#   docker run --rm getdata-conformance run --embedded --profile quick
#   docker run --rm -v "$PWD:/work" --user "$(id -u):$(id -g)" getdata-conformance run https://dealer.example/app
#   docker run --rm -p 8080:8080 getdata-conformance serve --host 0.0.0.0
# The digest is that of docker-library/repo-info (repos/node/remote).
FROM node:22.23.3-bookworm-slim@sha256:43ac6c60b8f89723f746e8a92ce91abd5017e627ce1ddfe4238355d3a30b772c AS build
WORKDIR /build
COPY package.json package-lock.json ./
# Nothing that runs at install is needed: the one script there is compiles libxmljs2.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY specs specs
COPY xsd xsd
COPY fixtures/catalog.json fixtures/catalog.json
COPY src src
RUN npm run build
# What only builds or tests goes, and so does libxmljs2, which has no addon here, with all that would compile it.
RUN npm pkg delete optionalDependencies && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:22.23.3-bookworm-slim@sha256:43ac6c60b8f89723f746e8a92ce91abd5017e627ce1ddfe4238355d3a30b772c
ENV NODE_ENV=production
WORKDIR /opt/getdata-conformance
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/dist dist
COPY package.json LICENSE ./
COPY specs specs
COPY xsd xsd
COPY fixtures/catalog.json fixtures/catalog.json
# Reports go to ./reports, and a config file is read from here: mount a folder of yours over it. Any user may write, so
# that `--user` can name the owner of that folder.
WORKDIR /work
RUN chmod 777 .
VOLUME /work
USER node
EXPOSE 8080
ENTRYPOINT ["node", "/opt/getdata-conformance/dist/cli/main.js"]
CMD ["--help"]
