# Beside a database server, started by the launcher with: the cluster's folder, the number of the server. Its input is
# the launcher's: when that ends without a word (a kill), nobody would ever stop the server, and another start, which
# may not even see it from its container, must be able to rely on its end. The API has a few seconds to finish first.
read -r _
is_there() { read -r pid <"$1/postmaster.pid" && [ "$pid" = "$2" ] && kill -0 "$2"; } 2>/dev/null
sleep 3
is_there "$1" "$2" && kill -INT "$2"
for _ in 1 2 3 4 5; do
  is_there "$1" "$2" || exit 0
  sleep 1
done
kill -QUIT "$2"
